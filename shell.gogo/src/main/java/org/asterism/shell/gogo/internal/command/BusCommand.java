package org.asterism.shell.gogo.internal.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.RuntimeFactory;
import org.asterism.api.Simulation;
import org.asterism.api.TaskRuntime;
import org.asterism.report.text.Listing;
import org.asterism.report.text.Rows;
import org.asterism.run.Failure;
import org.asterism.run.StatusException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;

/** Command {@code asterism:bus}, which lists the links between memory nodes. */
@Component(service = Command.class, configurationPolicy = ConfigurationPolicy.IGNORE)
@GogoCommand(scope = Command.SCOPE, function = "bus")
public final class BusCommand extends Command {
    private static final String SIMULATED = "simulated";

    private final Runtimes runtimes;
    private final RuntimeFactory factory;

    /**
     * Called by Declarative Services.
     *
     * @param runtimes runtimes whose links are shown
     * @param factory factory of a runtime on a described machine
     */
    @Activate
    public BusCommand(@Reference Runtimes runtimes, @Reference RuntimeFactory factory) {
        this.runtimes = runtimes;
        this.factory = factory;
    }

    /**
     * Lists the links.
     *
     * @param session session whose folder is the base of relative file names
     * @param machine a described machine, or empty
     * @return one row per link
     * @throws InterruptedException if the thread was interrupted while links were measured
     */
    @Descriptor("lists the links between memory nodes, their speed and its origin; measures unknown links")
    public Rows bus(
            CommandSession session,
            @Descriptor("instead of what is there, a described machine: a file, or the name of one that comes "
                            + "with Asterism")
                    @Parameter(names = "--sim", absentValue = "")
                    String machine)
            throws InterruptedException {
        if (!machine.isEmpty()) {
            return described(session.currentDir(), machine);
        }
        List<NamedRuntime> all = runtimes.all();
        for (NamedRuntime runtime : all) {
            runtime.runtime().links().measure();
        }
        return BusListing.of(all);
    }

    private Listing<BusListing.Row> described(Path folder, String machine) {
        try {
            Path file = folder.resolve(machine);
            Simulation simulation = Simulation.of(Files.isRegularFile(file) ? file.toString() : machine);
            RuntimeConfiguration configuration = RuntimeConfiguration.defaults().withSimulation(simulation);
            try (TaskRuntime runtime = factory.create(configuration)) {
                if (runtime.workers().isEmpty()) {
                    throw new IllegalStateException(
                            "there is no driver for simulations: is the bundle org.asterism.driver." + Simulation.DRIVER
                                    + " active?");
                }
                return BusListing.of(List.of(new NamedRuntime(SIMULATED, runtime)));
            }
        } catch (IllegalArgumentException refused) {
            throw new StatusException(Failure.BAD_USAGE, SCOPE + ":bus: " + Failure.line(refused), refused);
        }
    }
}
