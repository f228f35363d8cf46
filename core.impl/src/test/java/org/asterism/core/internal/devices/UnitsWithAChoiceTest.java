package org.asterism.core.internal.devices;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Explanation;
import org.asterism.api.Implementation;
import org.asterism.api.Kernel;
import org.asterism.api.KernelContext;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.TeamPolicy;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.Execution;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Units that lack the code of some codelets, such as those in another virtual machine. */
@Timeout(60)
class UnitsWithAChoiceTest {
    private static final int TASKS = 300;

    private record ElsewhereUnit(String name, Predicate<? super Codelet> choice) implements ComputeUnit {
        @Override
        public Architecture architecture() {
            return Architecture.CPU;
        }

        @Override
        public Map<String, Object> properties() {
            return Map.of(MEMBER, "elsewhere");
        }

        @Override
        public Optional<Predicate<? super Codelet>> codelets() {
            return Optional.of(choice);
        }

        @Override
        public Optional<String> refusal(Codelet codelet) {
            return Optional.of("elsewhere lacks codelet '" + codelet.name() + "': bring it there");
        }

        @Override
        public void start() {
            // Nothing to prepare.
        }

        @Override
        public Execution launch(Implementation implementation, KernelContext context) throws Exception {
            ((Kernel) implementation).run(context);
            return Execution.FINISHED;
        }

        @Override
        public void stop() {
            // Nothing was taken.
        }
    }

    private static Codelet named(String name) {
        return Codelet.named(name)
                .cpu(kernel -> kernel.result(kernel.worker().name()))
                .build();
    }

    private final Codelet known = named("known");
    private final Codelet unknown = named("unknown");
    private final Driver elsewhere = request -> IntStream.range(0, 3)
            .<ComputeUnit>mapToObj(number -> new ElsewhereUnit("elsewhere-" + number, codelet -> codelet != unknown))
            .toList();
    private final Laboratory laboratory = new Laboratory();

    @AfterEach
    void close() {
        laboratory.close();
    }

    @Test
    void shouldSayWhatUnitsLackThatCannotRunATask() {
        laboratory.addDriver("elsewhere", elsewhere);
        TaskRuntime runtime = laboratory.runtime();
        Task task = runtime.task(unknown).submit();
        String lacking = ": elsewhere lacks codelet 'unknown': bring it there";
        assertEquals(
                "is ready and waits for a worker that can execute it: context 'default' has none" + lacking,
                runtime.explain(task).text());
        Explanation ofWorker =
                runtime.explain(runtime.workers().getFirst()).causes().getFirst();
        assertEquals("has 1 ready task, and elsewhere-0 may run none of them" + lacking, ofWorker.text());
        task.cancel();
    }

    @ParameterizedTest
    @ValueSource(strings = {"eager", "prio"})
    void shouldRunNoTaskOnAUnitThatLacksItsCodeletAlsoIfTheUnitComesLate(String policy) throws Exception {
        laboratory.addDriver("cpu", new InlineDriver(1));
        TaskRuntime runtime =
                laboratory.factory.create(RuntimeConfiguration.defaults().withPolicy(policy));
        runtime.pause();
        List<Task> tasks = new ArrayList<>(submit(runtime));
        laboratory.addDriver("elsewhere", elsewhere);
        assertEquals(4, runtime.workers().size());
        runtime.resume();
        tasks.addAll(submit(runtime));
        runtime.waitAll();
        for (Task task : tasks) {
            assertEquals(TaskState.DONE, task.state());
            if (task.codelet() == unknown) {
                assertEquals("cpu-0", worker(task));
            }
        }
        assertEquals(policy, runtime.defaultContext().policy().orElse(""), "the policy was blamed");
    }

    private List<Task> submit(TaskRuntime runtime) {
        return IntStream.range(0, TASKS)
                .mapToObj(number ->
                        runtime.task(number % 3 == 0 ? known : unknown).submit())
                .toList();
    }

    private static String worker(Task task) {
        return task.result(String.class).toCompletableFuture().join();
    }

    @Test
    void shouldRefuseToBindATaskToAUnitThatLacksItsCodelet() {
        laboratory.addDriver("elsewhere", elsewhere);
        TaskRuntime runtime = laboratory.runtime();
        Worker worker = runtime.workers().getFirst();
        Task bound = runtime.task(unknown).on(worker);
        String message =
                assertThrows(IllegalStateException.class, bound::submit).getMessage();
        assertTrue(
                message.endsWith(
                        "elsewhere-0, which it was given to: elsewhere lacks codelet 'unknown': bring it there"),
                message);
        assertFalse(worker.canExecute(runtime.task(unknown)));
        assertTrue(worker.canExecute(runtime.task(known)));
    }

    @Test
    void shouldCombineNoWorkersOfOtherVirtualMachines() throws Exception {
        laboratory.addDriver("cpu", new InlineDriver(2));
        laboratory.addDriver("elsewhere", elsewhere);
        laboratory.addPolicy("teams", TeamPolicy::new);
        TaskRuntime runtime =
                laboratory.factory.create(RuntimeConfiguration.defaults().withPolicy("teams"));
        for (CombinedWorker found : runtime.defaultContext().combinedWorkers()) {
            assertTrue(found.members().stream().allMatch(member -> member.name().startsWith("cpu")), found.toString());
        }
        CombinedWorker all = runtime.defaultContext().combine(runtime.workers());
        Codelet together = Codelet.named("together")
                .cpu(kernel -> kernel.result(kernel.teamSize()))
                .forkJoin()
                .build();
        Task task = runtime.task(together).on(all).submit();
        assertTrue(task.result(Integer.class).toCompletableFuture().join() <= 2, "workers elsewhere were called");
        runtime.waitAll();
    }
}
