package org.asterism.shell.gogo.internal.command;

import java.util.List;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code asterism:bus}. */
@Component(service = Command.class, immediate = true)
@GogoCommand(scope = Command.SCOPE, function = "bus")
public final class BusCommand extends Command {
    private final Runtimes runtimes;

    /**
     * Called by Declarative Services.
     *
     * @param runtimes whose links are shown
     */
    @Activate
    public BusCommand(@Reference Runtimes runtimes) {
        this.runtimes = runtimes;
    }

    /**
     * Lists the links.
     *
     * @param json whether for machines
     * @return one row per link
     * @throws InterruptedException if the thread was interrupted while links were measured
     */
    @Descriptor(
            "lists the links between memory nodes, how fast they are and who says so; measures those that nobody knows")
    public Object bus(
            @Descriptor("as JSON, on one line")
                    @Parameter(names = "--json", presentValue = "true", absentValue = "false")
                    boolean json)
            throws InterruptedException {
        List<NamedRuntime> all = runtimes.all();
        for (NamedRuntime runtime : all) {
            runtime.runtime().links().measure();
        }
        return answer(BusListing.of(all), json);
    }
}
