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
import org.asterism.run.option.PolicyChoice;
import org.asterism.spi.application.UsageException;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceRegistration;

/**
 * Runs applications, each in a runtime of its own that is closed at the end, or in a context of one that is there.
 * While it runs, the runtime is a service, so that the shell's commands see it and can change its policy.
 */
public class Runner {
    /** The service property with the name of a runtime (String): the name of the application that it is for. */
    public static final String RUNTIME_NAME = "runtime.name";

    /** Programs that look for any runtime shall find the default one first. */
    private static final int RANKING = -1000;

    private static final Duration LAST_WAIT = Duration.ofMillis(100);

    private final RuntimeFactory factory;
    private final RunHost host;
    private final RunRegistry registry;
    private final BundleContext bundle;

    /**
     * Creates a runner.
     *
     * @param factory makes the runtimes
     * @param host declares trees and finds the contexts to run in
     * @param registry keeps the runs under way
     * @param bundle registers the runtimes as services
     */
    public Runner(RuntimeFactory factory, RunHost host, RunRegistry registry, BundleContext bundle) {
        this.factory = factory;
        this.host = host;
        this.registry = registry;
        this.bundle = bundle;
    }

    /**
     * Begins to run an application, on a thread of its own, as often as its options say.
     *
     * @param invocation what to run and how; not one that asks for help
     * @param usualPolicy the policy when the options name none; empty for that of any new runtime
     * @param folder what names of files are relative to
     * @param out standard output, for applications that print themselves
     * @param display where a progress bar may be drawn
     * @param sink is given what came out, after each run, by the run's thread
     * @return the run, to be awaited
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
                run(invocation, usualPolicy, new Surroundings(run, folder, out, display), sink);
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

    /** What a run has of whoever began it. */
    private record Surroundings(RunningApplication run, Path folder, PrintStream out, Optional<Display> display) {}

    private void run(
            Invocation invocation,
            Optional<PolicyChoice> usualPolicy,
            Surroundings here,
            Consumer<? super RunRecord> sink)
            throws Exception {
        RunOptions options = invocation.options();
        Path folder = here.folder();
        GanttFile.of(options, folder, 1).ifPresent(GanttFile::requireWritable);
        Optional<PolicyChoice> tree = options.tree();
        if (tree.isEmpty()) {
            repeat(invocation, options.policy().or(() -> usualPolicy), here, sink);
            return;
        }
        try (RunHost.NamedTree declared =
                host.declareTree(folder.resolve(tree.get().name()))) {
            PolicyChoice policy = new PolicyChoice(declared.name(), tree.get().properties());
            repeat(invocation, Optional.of(policy), here, sink);
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
        try (TaskRuntime runtime = create(options, policy, here.folder())) {
            requirePolicy(runtime, options.swap());
            if (runtime.workers().isEmpty()) {
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
                return new MeasuredRun(installed, seen, options, here.run(), here.folder(), here.out())
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
            // The framework has done so: the bundle was stopped meanwhile.
        }
    }

    /** Takes note of what was cancelled where the application did not: closing the runtime would warn of it. */
    private static void takeFailures(TaskRuntime runtime) {
        try {
            Thread.interrupted(); // It has had its effect.
            runtime.waitAll(LAST_WAIT);
        } catch (InterruptedException | RuntimeException any) {
            // The run reports that it was cancelled; closing does what is left to do.
        }
    }

    /** The runtime as if it had no other workers than those that its default context has. */
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

    /** A context without workers is as good as any: they may come while it runs. */
    private RunRecord inContext(Applications.Installed installed, RunOptions options, Surroundings here, int number)
            throws Exception {
        ScopedRuntime runtime = host.scope(options.context().orElseThrow());
        requirePolicy(runtime, options.swap());
        here.run().enterShared(runtime, runtime::cancel);
        try {
            return new MeasuredRun(installed, runtime, options, here.run(), here.folder(), here.out())
                    .run(number, here.display());
        } finally {
            runtime.end();
        }
    }

    private TaskRuntime create(RunOptions options, Optional<PolicyChoice> policy, Path folder) {
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
        try {
            return factory.create(options.machine().appliedTo(configuration, folder));
        } catch (IllegalArgumentException refused) {
            throw new StatusException(Failure.BAD_USAGE, Failure.line(refused), refused);
        }
    }

    /** Before the run, because it would be a pity to learn it at half-time. */
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
