package org.asterism.run;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Hashtable;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.asterism.api.PolicyDescription;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.RuntimeFactory;
import org.asterism.api.RuntimeNames;
import org.asterism.api.ScopedRuntime;
import org.asterism.api.Simulation;
import org.asterism.api.TaskRuntime;
import org.asterism.api.UnknownPolicyException;
import org.asterism.api.Worker;
import org.asterism.api.WorkerSelection;
import org.asterism.api.model.ModelSettings;
import org.asterism.report.text.Ranges;
import org.asterism.run.internal.option.GanttFile;
import org.asterism.run.internal.option.MachineOptions;
import org.asterism.run.internal.option.RunOptions;
import org.asterism.run.internal.option.TraceFile;
import org.asterism.run.option.PolicyChoice;
import org.asterism.spi.application.UsageException;
import org.asterism.spi.remote.Cluster;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceRegistration;

/**
 * Runner of applications. Each run gets its own runtime, which is closed at the end, or uses a context of an existing
 * one. During the run, its runtime is a service, so that shell commands can show it and change its policy.
 */
public class Runner {
    /** Service property with the name of a runtime (String), which is the application's name. */
    public static final String RUNTIME_NAME = RuntimeNames.PROPERTY;

    /** Low service ranking, so that programs which look for any runtime find the default one first. */
    private static final int RANKING = -1000;

    /** The driver of members. */
    private static final String REMOTE_DRIVER = "remote";

    private static final Duration LAST_WAIT = Duration.ofMillis(100);

    private final RuntimeFactory factory;
    private final RunHost host;
    private final RunRegistry registry;
    private final BundleContext bundle;

    /**
     * Creates a runner.
     *
     * @param factory factory of the runtimes
     * @param host declares trees and finds contexts
     * @param registry registry of current runs
     * @param bundle bundle that registers the runtimes as services
     */
    public Runner(RuntimeFactory factory, RunHost host, RunRegistry registry, BundleContext bundle) {
        this.factory = factory;
        this.host = host;
        this.registry = registry;
        this.bundle = bundle;
    }

    /**
     * Starts an application on a separate thread, with the number of repetitions in its options.
     *
     * @param invocation application and options; not a request for help
     * @param usualPolicy policy if the options name none; empty for the default of new runtimes
     * @param folder base of relative file names
     * @param out standard output, for applications that print themselves
     * @param display display for a progress bar
     * @param sink receives the result of each repetition, on the run's thread
     * @return the run, which the caller awaits
     */
    public RunningApplication start(
            Invocation invocation,
            Optional<PolicyChoice> usualPolicy,
            Path folder,
            PrintStream out,
            Optional<Display> display,
            Consumer<? super RunRecord> sink) {
        RunningApplication run = registry.create(invocation.application().name());
        BundleLife life = BundleLife.of(invocation.application().application().getClass());
        registry.start(run, () -> {
            try {
                run(invocation, usualPolicy, new Surroundings(run, folder, out, display, List.of()), sink);
            } catch (Exception | LinkageError failure) {
                String end = life.end();
                if (end == null || run.isCancelled()) {
                    throw failure;
                }
                throw new StatusException(
                        Failure.FAILED, end + " while run " + run + " was under way; run it again", failure);
            }
            return null;
        });
        return run;
    }

    /** Environment of a run, which its starter provides. */
    private record Surroundings(
            RunningApplication run, Path folder, PrintStream out, Optional<Display> display, List<String> members) {
        Surroundings withMembers(List<String> names) {
            return new Surroundings(run, folder, out, display, names);
        }
    }

    /** Checks the files of all repetitions: the last one must not fail for want of a file. */
    private static void requireWritable(RunOptions options, Path folder) {
        boolean writesFiles = GanttFile.of(options, folder, 1).isPresent()
                || TraceFile.of(options, folder, 1).isPresent();
        for (int number = 1; writesFiles && number <= options.repeat(); number++) {
            GanttFile.of(options, folder, number).ifPresent(GanttFile::requireWritable);
            TraceFile.of(options, folder, number).ifPresent(trace -> trace.requireWritable(options.replace()));
        }
    }

    private void run(
            Invocation invocation,
            Optional<PolicyChoice> usualPolicy,
            Surroundings alone,
            Consumer<? super RunRecord> sink)
            throws Exception {
        RunOptions options = invocation.options();
        Path folder = alone.folder();
        requireWritable(options, folder);
        Optional<PolicyChoice> tree = options.tree();
        int members = options.machine().members();
        // The members end after the runtimes that use them.
        try (Cluster.LocalMembers started = members == 0 ? null : host.startMembers(members)) {
            Surroundings here = started == null ? alone : alone.withMembers(started.names());
            if (tree.isEmpty()) {
                repeat(invocation, options.policy().or(() -> usualPolicy), here, sink);
                return;
            }
            try (RunHost.NamedTree declared =
                    host.declareTree(folder.resolve(tree.get().name()))) {
                PolicyChoice policy =
                        new PolicyChoice(declared.name(), tree.get().properties());
                repeat(invocation, Optional.of(policy), here, sink);
            }
        }
    }

    private void repeat(
            Invocation invocation, Optional<PolicyChoice> policy, Surroundings here, Consumer<? super RunRecord> sink)
            throws Exception {
        RunOptions options = invocation.options();
        for (int number = 1; number <= options.repeat(); number++) {
            if (here.run().isCancelled()) {
                throw new CancellationException(here.run().reason());
            }
            sink.accept(once(invocation.application(), options, policy, here, number));
        }
    }

    private RunRecord once(
            Applications.Installed installed,
            RunOptions options,
            Optional<PolicyChoice> policy,
            Surroundings here,
            int number)
            throws Exception {
        if (options.context().isPresent()) {
            return inContext(installed, options, here, number);
        }
        try (TaskRuntime runtime = create(options, policy, here)) {
            requirePolicy(runtime, options.swap());
            if (runtime.workers().isEmpty()) {
                options.machine().refuseNoCores();
                throw new IllegalStateException(
                        "there are no workers: no driver has opened a compute unit; is org.asterism.driver."
                                + runtime.simulation().map(Simulation::driver).orElse(MachineOptions.CPU_DRIVER)
                                + " active?");
            }
            Devices.require(runtime, options.machine());
            TaskRuntime seen = options.machine()
                    .workers()
                    .map(meant -> only(meant, runtime))
                    .orElse(runtime);
            ServiceRegistration<TaskRuntime> service = register(installed.name(), runtime);
            here.run().enterOwn(seen, Cancellation.of(runtime));
            try {
                return new MeasuredRun(installed, seen, options, here.run(), here.folder(), here.out(), host)
                        .run(number, here.display());
            } finally {
                unregister(service);
                if (here.run().isCancelled()) {
                    takeFailures(runtime);
                }
            }
        }
    }

    private static void unregister(ServiceRegistration<TaskRuntime> service) {
        try {
            service.unregister();
        } catch (IllegalStateException gone) {
            // The framework has unregistered the service, because the bundle was stopped meanwhile.
        }
    }

    /**
     * Handles cancelled tasks that the application did not check; otherwise closing the runtime would log a warning.
     */
    private static void takeFailures(TaskRuntime runtime) {
        try {
            Thread.interrupted(); // The interrupt has had its effect.
            runtime.waitAll(LAST_WAIT);
        } catch (InterruptedException | RuntimeException any) {
            // The run reports that it was cancelled; closing does the rest.
        }
    }

    /** Restricts a runtime to the workers of a selection. */
    private static TaskRuntime only(WorkerSelection selection, TaskRuntime runtime) {
        try {
            runtime.workers(selection);
        } catch (IllegalArgumentException unknown) {
            throw new UsageException("option '--workers': " + Failure.line(unknown));
        }
        if (runtime.defaultContext().workers().isEmpty()) {
            throw new UsageException("option '--workers' is '" + selection + "', which means none of "
                    + Ranges.workers(
                            runtime.workers().stream().map(Worker::name).toList()));
        }
        return runtime.scope(runtime.defaultContext());
    }

    /** Runs in a context. A context without workers is allowed, because workers may be added during the run. */
    private RunRecord inContext(Applications.Installed installed, RunOptions options, Surroundings here, int number)
            throws Exception {
        ScopedRuntime runtime = host.scope(options.context().orElseThrow());
        requirePolicy(runtime, options.swap());
        here.run().enterShared(runtime, runtime::cancel);
        try {
            return new MeasuredRun(installed, runtime, options, here.run(), here.folder(), here.out(), host)
                    .run(number, here.display());
        } finally {
            runtime.end();
        }
    }

    private TaskRuntime create(RunOptions options, Optional<PolicyChoice> policy, Surroundings here) {
        Path folder = here.folder();
        ModelSettings models = ModelSettings.defaults().withCalibration(options.calibration());
        Optional<Path> starpuModels = options.starpuModels(folder);
        if (starpuModels.isPresent()) {
            models = models.withReferences(List.of(starpuModels.get()));
        }
        RuntimeConfiguration configuration = RuntimeConfiguration.defaults()
                .withSeed(options.seed())
                .withModels(models)
                .withPrefetch(options.prefetch());
        if (policy.isPresent()) {
            configuration =
                    configuration.withPolicy(policy.get().name(), policy.get().properties());
        }
        if (!here.members().isEmpty()) {
            configuration =
                    configuration.withDriverProperty(REMOTE_DRIVER, "members", String.join(",", here.members()));
        }
        try {
            return factory.create(options.machine().appliedTo(configuration, folder));
        } catch (IllegalArgumentException refused) {
            throw new StatusException(Failure.BAD_USAGE, Failure.line(refused), refused);
        }
    }

    /** Checks the policy before the run, so that a mistake does not show only after half of it. */
    private static void requirePolicy(TaskRuntime runtime, Optional<PolicyChoice> choice) {
        List<String> names =
                runtime.policies().stream().map(PolicyDescription::name).toList();
        if (choice.isPresent() && !names.contains(choice.get().name())) {
            throw new UnknownPolicyException(choice.get().name(), names);
        }
    }

    private ServiceRegistration<TaskRuntime> register(String name, TaskRuntime runtime) {
        Hashtable<String, Object> properties = new Hashtable<>();
        properties.put(RUNTIME_NAME, name);
        properties.put(Constants.SERVICE_RANKING, RANKING);
        return bundle.registerService(TaskRuntime.class, runtime, properties);
    }
}
