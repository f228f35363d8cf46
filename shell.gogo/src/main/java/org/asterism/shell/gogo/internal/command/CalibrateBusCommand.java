package org.asterism.shell.gogo.internal.command;

import java.util.List;
import java.util.function.Predicate;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.report.text.Rows;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;

/** Command {@code asterism:calibrate-bus}, which measures the links between memory nodes. */
@Component(service = Command.class, configurationPolicy = ConfigurationPolicy.IGNORE)
@GogoCommand(scope = Command.SCOPE, function = "calibrate-bus")
public final class CalibrateBusCommand extends Command {
    private final Runtimes runtimes;

    /**
     * Called by Declarative Services.
     *
     * @param runtimes runtimes whose links are measured
     */
    @Activate
    public CalibrateBusCommand(@Reference Runtimes runtimes) {
        this.runtimes = runtimes;
    }

    /**
     * Measures all links, including those with known values.
     *
     * @return one row per link
     * @throws InterruptedException if the thread was interrupted
     */
    @Descriptor("measures links between memory nodes again, except those that drivers know, and lists them")
    public Rows calibrateBus() throws InterruptedException {
        List<NamedRuntime> real = runtimes.all().stream()
                .filter(Predicate.not(runtime -> runtime.runtime().simulation().isPresent()))
                .toList();
        if (real.isEmpty()) {
            throw new IllegalStateException(
                    "all runtimes are simulated: their links are as their machines are described");
        }
        for (NamedRuntime runtime : real) {
            runtime.runtime().links().calibrate();
        }
        return BusListing.of(real);
    }
}
