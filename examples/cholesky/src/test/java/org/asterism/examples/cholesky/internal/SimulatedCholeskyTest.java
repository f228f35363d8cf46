package org.asterism.examples.cholesky.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.asterism.api.Simulation;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.core.internal.testing.ApplicationTrial;
import org.asterism.core.internal.testing.DescribedDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.kit.policy.TaskFifo;
import org.asterism.spi.application.ApplicationResult;
import org.asterism.spi.application.UsageException;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SimulatedCholeskyTest {
    private static final int WORKERS = 3;

    private final Laboratory laboratory = new Laboratory();
    private final CholeskyApplication application = new CholeskyApplication();

    SimulatedCholeskyTest() {
        laboratory.addDriver(Simulation.DRIVER, new DescribedDriver(WORKERS));
    }

    @AfterEach
    void close() {
        laboratory.close();
    }

    private TaskRuntime simulated(boolean executes) {
        return laboratory.factory.create(DescribedDriver.configuration(executes));
    }

    @Test
    void shouldFactorAMatrixInVirtualTimeThatNoMemoryHolds() throws Exception {
        try (TaskRuntime runtime = simulated(false)) {
            ApplicationTrial trial =
                    new ApplicationTrial(runtime).with("nt", 20).with("tile", 8192);
            ApplicationResult result = application.run(trial);
            assertTrue(result.correct());
            assertEquals(20 * 8192, result.fields().get("n"));
            assertEquals(1540L, result.fields().get("tasks"));
            assertEquals(1540, trial.endedTasks());
            assertEquals("single", result.fields().get("precision"));
            assertEquals(false, result.fields().get("checked"));
            double time = (double) result.fields().get("time_ms");
            // A microsecond each for kernels, and as much again for each submission, push and access.
            assertTrue(time >= 1.540 / WORKERS && time < 5, result.toString());
            assertEquals(
                    Factorisation.operations(20 * 8192) / (time * 1e6),
                    (double) result.fields().get("gflops"),
                    1e-3);
            assertEquals(0, runtime.data().handles().size(), "handles left open");
        }
    }

    @Test
    void shouldCheckTheResultWhenTheSimulationExecutesKernels() throws Exception {
        try (TaskRuntime runtime = simulated(true)) {
            ApplicationResult result =
                    application.run(new ApplicationTrial(runtime).with("nt", 4).with("tile", 24));
            assertTrue(result.correct(), result.toString());
            assertTrue((double) result.fields().get("residual") > 0);
            assertEquals("double", result.fields().get("precision"));
            assertFalse(result.fields().containsKey("checked"));
        }
    }

    @Test
    void shouldCountTheBytesOfThePrecisionThatIsAskedFor() throws Exception {
        assertTrue(submitted(2, "single").getFirst().endsWith(" 400 bytes"));
        assertTrue(submitted(2, "double").getFirst().endsWith(" 800 bytes"));
    }

    @Test
    void shouldSubmitInTheOrderAndWithThePrioritiesOfTheReference() throws Exception {
        assertEquals(
                List.of(
                        "potrf A(0,0) priority 6, 385 operations, 400 bytes",
                        "trsm A(0,0) A(1,0) priority 5, 1000 operations, 800 bytes",
                        "trsm A(0,0) A(2,0) priority 4, 1000 operations, 800 bytes",
                        "syrk A(1,0) A(1,1) priority 5, 1100 operations, 800 bytes",
                        "gemm A(2,0) A(1,0) A(2,1) priority 3, 2000 operations, 1200 bytes",
                        "syrk A(2,0) A(2,2) priority 4, 1100 operations, 800 bytes",
                        "potrf A(1,1) priority 4, 385 operations, 400 bytes",
                        "trsm A(1,1) A(2,1) priority 2, 1000 operations, 800 bytes",
                        "syrk A(2,1) A(2,2) priority 2, 1100 operations, 800 bytes",
                        "potrf A(2,2) priority 2, 385 operations, 400 bytes"),
                submitted(3, "single"));
    }

    @Test
    void shouldRefuseOptionsThatMakeNoSense() {
        try (TaskRuntime runtime = simulated(false)) {
            assertRefused(
                    "--nt excludes --n",
                    new ApplicationTrial(runtime).with("nt", 2).with("n", 3));
            assertRefused("needs kernels that run", new ApplicationTrial(runtime).with("matrix", "some.mtx"));
            assertRefused("allowed are single and double", new ApplicationTrial(runtime).with("precision", "half"));
        }
    }

    private void assertRefused(String reason, ApplicationTrial trial) {
        String message =
                assertThrows(UsageException.class, () -> application.run(trial)).getMessage();
        assertTrue(message.contains(reason), message);
    }

    /** What a policy is told of the tasks of a factorisation with so many tiles of order 10 per column. */
    private List<String> submitted(int tiles, String precision) throws Exception {
        List<String> tasks = new ArrayList<>();
        PolicyPlugin listening = laboratory.addPolicy("listening", context -> new Listening(context, tasks));
        try (TaskRuntime runtime = simulated(false)) {
            runtime.defaultContext().usePolicy("listening");
            application.run(new ApplicationTrial(runtime)
                    .with("nt", tiles)
                    .with("tile", 10)
                    .with("precision", precision));
        }
        laboratory.plugins.remove(listening);
        return tasks;
    }

    /** One queue, and a list of what was submitted. */
    private static final class Listening implements SchedulingPolicy {
        private final TaskFifo queue = new TaskFifo();
        private final PolicyContext context;
        private final List<String> submitted;

        Listening(PolicyContext context, List<String> submitted) {
            this.context = context;
            this.submitted = submitted;
        }

        @Override
        public void submitted(Task task) {
            String handles = IntStream.range(0, task.dataCount())
                    .mapToObj(index -> task.handle(index).name())
                    .collect(Collectors.joining(" "));
            submitted.add(task.codelet() + " " + handles + " priority " + task.priority() + ", " + (long) task.flops()
                    + " operations, " + task.dataBytes() + " bytes");
        }

        @Override
        public void addWorkers(List<Worker> workers) {
            workers.forEach(context::wake);
        }

        @Override
        public void removeWorkers(List<Worker> workers) {
            // The queue belongs to all.
        }

        @Override
        public void push(Task task) {
            queue.add(task);
            context.wakeOneFor(task);
        }

        @Override
        public Task pop(Worker worker) {
            return queue.takeFor(worker);
        }

        @Override
        public void drain(Consumer<? super Task> sink) {
            queue.takeAll(sink);
        }
    }
}
