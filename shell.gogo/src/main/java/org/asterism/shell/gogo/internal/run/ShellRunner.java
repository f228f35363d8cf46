package org.asterism.shell.gogo.internal.run;

import java.io.IOException;
import java.nio.file.Path;
import org.asterism.api.RuntimeFactory;
import org.asterism.api.ScopedRuntime;
import org.asterism.api.TaskRuntime;
import org.asterism.run.RunHost;
import org.asterism.run.RunRegistry;
import org.asterism.run.Runner;
import org.asterism.shell.gogo.internal.command.Retained;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.shell.gogo.internal.command.Trees;
import org.asterism.shell.gogo.internal.trace.Recordings;
import org.asterism.spi.application.UsageException;
import org.asterism.spi.remote.Cluster;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;

/** Runner of applications with the shell's runtimes and trees. */
@Component(service = Runner.class, configurationPolicy = ConfigurationPolicy.IGNORE)
public final class ShellRunner extends Runner {
    /**
     * Called by Declarative Services.
     *
     * @param factory creates runtimes
     * @param trees declares trees from files
     * @param runtimes runtimes with the contexts for runs
     * @param registry registry of current runs
     * @param bundle bundle that registers the runtimes as services, and finds the recorder
     */
    @Activate
    public ShellRunner(
            @Reference RuntimeFactory factory,
            @Reference Trees trees,
            @Reference Runtimes runtimes,
            @Reference RunRegistry registry,
            BundleContext bundle) {
        super(factory, new Host(trees, runtimes, bundle), registry, bundle);
    }

    private record Host(Trees trees, Runtimes runtimes, BundleContext bundle) implements RunHost {
        @Override
        public NamedTree declareTree(Path file) {
            return trees.declare(file);
        }

        @Override
        public Recording record(TaskRuntime runtime, Path file) throws IOException {
            return new RunTrace(file, recordings().startRun(runtime, file));
        }

        /** Looks the recorder up late, because runs without a recording do not need its bundle. */
        private Recordings recordings() {
            return new Retained<>(bundle, Recordings.class)
                    .find()
                    .orElseThrow(() -> new UsageException(
                            "the run cannot be recorded, because bundle trace is not running; start it, or leave out"
                                    + " --trace"));
        }

        @Override
        public Cluster.LocalMembers startMembers(int number) throws IOException, InterruptedException {
            return new AddOn<>(bundle, "cluster", Cluster.class).find().startMembers(number);
        }

        @Override
        public ScopedRuntime scope(String context) {
            Runtimes.Located located = runtimes.context(context);
            return located.runtime().runtime().scope(located.context());
        }
    }
}
