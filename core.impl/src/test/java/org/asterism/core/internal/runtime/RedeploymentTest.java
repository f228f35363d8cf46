package org.asterism.core.internal.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.asterism.api.Codelet;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.model.Calibration;
import org.asterism.api.model.PerformanceModel;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.policy.eager.internal.EagerPolicyFactory;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.testsupport.GarbageCollection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs and drivers are redeployed while the runtime stays: nothing of their former versions is kept. */
@Timeout(60)
class RedeploymentTest {
    private static final int DEPLOYMENTS = 20;

    @TempDir
    Path models;

    /** A program's only class, which each deployment defines anew. */
    public static final class Program implements Function<String, Codelet> {
        private final byte[] own = new byte[1];

        @Override
        public Codelet apply(String kind) {
            Codelet.Builder builder = Codelet.named("work").access().cpu(kernel -> own[0]++);
            return switch (kind) {
                case "measured" ->
                    builder.model(PerformanceModel.history("redeployed").withSize(task -> own.length))
                            .build();
                case "parametric" ->
                    builder.model(PerformanceModel.multipleRegression(
                                    "redeployed",
                                    List.of("n"),
                                    (task, parameters) -> parameters[0] = own.length,
                                    List.of(List.of(1))))
                            .build();
                case "failing" ->
                    builder.model(PerformanceModel.history("redeployed").withSize(task -> {
                                throw new IllegalStateException("no size of " + own.length);
                            }))
                            .build();
                default -> builder.build();
            };
        }
    }

    /** Stands for the class loader of a bundle. */
    private static final class ProgramLoader extends ClassLoader {
        ProgramLoader() {
            super(RedeploymentTest.class.getClassLoader());
        }

        Codelet codelet(String kind) {
            String file = Program.class.getName().replace('.', '/') + ".class";
            try (InputStream in = getParent().getResourceAsStream(file)) {
                byte[] code = in.readAllBytes();
                Class<?> type = defineClass(Program.class.getName(), code, 0, code.length);
                @SuppressWarnings("unchecked")
                Function<String, Codelet> program = (Function<String, Codelet>)
                        type.getDeclaredConstructor().newInstance();
                return program.apply(kind);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            } catch (ReflectiveOperationException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "measured", "parametric", "failing"})
    void shouldKeepNoProgramWhoseTasksHaveEnded(String kind) throws Exception {
        RuntimeConfiguration defaults = RuntimeConfiguration.defaults();
        RuntimeConfiguration learning =
                defaults.withModels(defaults.models().withFolder(models).withCalibration(Calibration.ON));
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.factory.create(learning)) {
            List<WeakReference<?>> programs = new ArrayList<>();
            for (int index = 0; index < DEPLOYMENTS; index++) {
                programs.add(new WeakReference<>(deploy(runtime, kind)));
            }
            GarbageCollection.awaitCollected("classes of plug-ins", programs);
        }
    }

    private static ClassLoader deploy(TaskRuntime runtime, String kind) throws InterruptedException {
        ProgramLoader loader = new ProgramLoader();
        Codelet codelet = loader.codelet(kind);
        for (int index = 0; index < 5; index++) {
            runtime.task(codelet).submit();
        }
        runtime.predictor().averageNanos(runtime.task(codelet).submit());
        runtime.waitAll();
        return loader;
    }

    @Test
    void shouldKeepNoFormerWorkerThatTasksWereGivenTo() throws Exception {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            List<WeakReference<?>> workers = new ArrayList<>();
            for (int index = 0; index < DEPLOYMENTS; index++) {
                workers.add(new WeakReference<>(hireAndDismiss(laboratory, runtime)));
            }
            runtime.task(Codelet.named("other").access().cpu(kernel -> {}).build())
                    .submit();
            runtime.waitAll();
            GarbageCollection.awaitCollected("classes of plug-ins", workers);
        }
    }

    private static Worker hireAndDismiss(Laboratory laboratory, TaskRuntime runtime) throws InterruptedException {
        DriverPlugin plugin = laboratory.addDriver("more", new InlineDriver(1));
        Worker worker = runtime.workers().getLast();
        Task bound = runtime.task(
                        Codelet.named("bound").access().cpu(kernel -> {}).build())
                .on(worker);
        bound.submit();
        runtime.waitAll();
        laboratory.plugins.remove(plugin);
        return worker;
    }

    @Test
    void shouldKeepNothingInWorkerThreadsThatHaveEnded() throws Exception {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            List<Thread> ended = new ArrayList<>();
            WeakReference<Worker> worker = new WeakReference<>(hireAndKeepThread(laboratory, runtime, ended));
            ended.getFirst().join();
            GarbageCollection.awaitCollected("classes of plug-ins", List.of(worker));
            Reference.reachabilityFence(ended);
        }
    }

    private static Worker hireAndKeepThread(Laboratory laboratory, TaskRuntime runtime, List<Thread> threads) {
        DriverPlugin plugin = laboratory.addDriver("more", new InlineDriver(1));
        Worker worker = runtime.workers().getLast();
        threads.add(worker.thread().orElseThrow());
        laboratory.plugins.remove(plugin);
        return worker;
    }

    @Test
    void shouldKeepNoFormerPolicyInThreadsThatHaveEnded() throws Exception {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            List<Thread> threads = new ArrayList<>();
            List<WeakReference<?>> policies = new ArrayList<>();
            laboratory.addPolicy("noting", context -> {
                SchedulingPolicy made = new EagerPolicyFactory().create(context);
                threads.add(Thread.currentThread());
                policies.add(new WeakReference<>(made));
                return made;
            });
            runtime.defaultContext().usePolicy("noting");
            runtime.defaultContext().usePolicy("eager");
            threads.getFirst().join();
            GarbageCollection.awaitCollected("classes of plug-ins", policies);
            Reference.reachabilityFence(threads);
        }
    }

    @Test
    void shouldForgetEndedTasksOfAContextThatIsNeverIdle() throws Exception {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Task never = runtime.task(Codelet.without("never"));
            runtime.task(Codelet.without("waits")).after(never).submit();
            List<WeakReference<?>> programs = new ArrayList<>();
            ProgramLoader loader = new ProgramLoader();
            runtime.task(loader.codelet("plain")).submit().await();
            programs.add(new WeakReference<>(loader));
            loader = null;
            Codelet other = Codelet.named("other").access().cpu(kernel -> {}).build();
            Await.await(() -> {
                try {
                    runtime.task(other).submit().await();
                } catch (InterruptedException interrupted) {
                    throw new AssertionError(interrupted);
                }
                System.gc();
                return programs.getFirst().refersTo(null);
            });
            never.submit();
            runtime.waitAll();
        }
    }
}
