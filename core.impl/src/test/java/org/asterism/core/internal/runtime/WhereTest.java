package org.asterism.core.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Phaser;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.api.Worker;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a task may run: architectures, predicates, and the conditions of codelets. */
@Timeout(60)
class WhereTest {
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();

    private final Set<String> ranOn = ConcurrentHashMap.newKeySet();
    private final Codelet note = Codelet.named("note")
            .access()
            .cpu(kernel -> ranOn.add(kernel.worker().name()))
            .implementation(Architecture.CUDA, (Kernel)
                    kernel -> ranOn.add(kernel.worker().name()))
            .build();

    private static Laboratory withTwoArchitectures() {
        Laboratory laboratory = Laboratory.withWorkers(2);
        laboratory.addDriver("cuda", new InlineDriver(1, Architecture.CUDA));
        return laboratory;
    }

    private static TaskRuntime runtime(Laboratory laboratory, String policy) {
        return laboratory.factory.create(RuntimeConfiguration.defaults().withPolicy(policy));
    }

    @ParameterizedTest
    @ValueSource(strings = {"eager", "prio"})
    void shouldRunATaskOnlyOnTheArchitecturesThatItsProgramNames(String policy) throws InterruptedException {
        try (Laboratory laboratory = withTwoArchitectures();
                TaskRuntime runtime = runtime(laboratory, policy)) {
            for (int index = 0; index < 500; index++) {
                runtime.task(note).where(Architecture.CUDA).submit();
            }
            runtime.waitAll();
            assertEquals(Set.of("cuda-0"), ranOn);
            ranOn.clear();
            for (int index = 0; index < 500; index++) {
                runtime.task(note).where(Architecture.CPU, Architecture.OPENCL).submit();
            }
            runtime.waitAll();
            assertFalse(ranOn.contains("cuda-0"), ranOn::toString);
        }
    }

    @Test
    void shouldRefuseArchitecturesThatTheCodeletKnowsNothingOf() {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            Task task = runtime.task(NOTHING);
            IllegalArgumentException refusal =
                    assertThrows(IllegalArgumentException.class, () -> task.where(Architecture.CUDA));
            assertTrue(refusal.getMessage().contains("cuda"), refusal.getMessage());
            assertEquals(1L << Architecture.CPU.index(), task.architectureSet());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 100, 1000})
    void shouldRunTasksOnlyOnWorkersThatThePredicateAllows(int tasks) throws InterruptedException {
        for (String policy : List.of("eager", "prio")) {
            try (Laboratory laboratory = Laboratory.withWorkers(3);
                    TaskRuntime runtime = runtime(laboratory, policy)) {
                for (int index = 0; index < tasks; index++) {
                    runtime.task(note)
                            .where((Worker worker) -> worker.id() == 0)
                            .priority(index % 5)
                            .submit();
                }
                runtime.waitAll();
                assertEquals(Set.of("cpu-0"), ranOn, policy);
                ranOn.clear();
            }
        }
    }

    @Test
    void shouldAskTheConditionOfACodeletForEachTask() throws InterruptedException {
        ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
        Codelet own = Codelet.named("own")
                .access()
                .cpu(kernel -> {
                    if (kernel.worker().id() != kernel.task().id() % 3) {
                        wrong.add(kernel.task() + " on " + kernel.worker().name());
                    }
                })
                .condition((worker, task) -> worker.id() == task.id() % 3)
                .build();
        try (Laboratory laboratory = Laboratory.withWorkers(3);
                TaskRuntime runtime = laboratory.runtime()) {
            for (int index = 0; index < 1000; index++) {
                runtime.task(own).submit();
            }
            runtime.waitAll();
            assertEquals(List.of(), List.copyOf(wrong));
            assertTrue(runtime.workers().stream().allMatch(worker -> worker.executedTasks() > 0));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"eager", "prio"})
    void shouldNotLetTasksThatNobodyMayRunStandInTheWay(String policy) throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = runtime(laboratory, policy)) {
            List<Task> stranded = new ArrayList<>();
            List<Task> others = new ArrayList<>();
            for (int index = 0; index < 100; index++) {
                stranded.add(runtime.task(NOTHING)
                        .priority(10)
                        .where((Worker worker) -> false)
                        .submit());
                others.add(runtime.task(NOTHING).submit());
            }
            for (Task other : others) {
                other.await();
            }
            assertTrue(stranded.stream().allMatch(task -> task.state() == TaskState.READY));
            assertEquals(
                    List.of("a worker that can execute it: context 'default' has none"),
                    runtime.tasks(1).oldestWaiting().getFirst().waitsFor());
        }
    }

    @Test
    void shouldFailATaskWhosePredicateThrowsAndBlameNoPolicy() {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            Task task = runtime.task(NOTHING).where((Worker worker) -> {
                throw new IllegalStateException("no idea");
            });
            task.submit();
            TaskFailedException failure = assertThrows(TaskFailedException.class, task::await);
            assertTrue(failure.getMessage().contains("where(...)"), failure.getMessage());
            assertTrue(failure.getMessage().contains("no idea"), failure.getMessage());
            assertThrows(TasksFailedException.class, runtime::waitAll);
            assertEquals(Optional.empty(), runtime.defaultContext().trouble());
        }
    }

    @Test
    void shouldReportAPredicateThatThrowsForAWorkerThatComesLater() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1)) {
            TaskRuntime runtime = laboratory.runtime();
            Task task = runtime.task(note).where((Worker worker) -> {
                if (worker.architecture() == Architecture.CUDA) {
                    throw new IllegalStateException("no idea");
                }
                return false;
            });
            task.submit();
            laboratory.addDriver("cuda", new InlineDriver(1, Architecture.CUDA));
            Task other = runtime.task(note).where(Architecture.CUDA).submit();
            other.await();
            assertEquals(Optional.empty(), runtime.defaultContext().trouble());
            assertEquals(TaskState.READY, task.state());
            runtime.close();
            assertEquals(TaskState.CANCELLED, task.state());
        }
    }

    @Test
    void shouldKeepRestrictedTasksWhenThePolicyIsSwapped() throws InterruptedException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
        Codelet check = Codelet.named("check")
                .access()
                .cpu(kernel -> {
                    if (kernel.worker().id() == kernel.argument(Integer.class)) {
                        wrong.add(kernel.task() + " on " + kernel.worker().name());
                    }
                })
                .build();
        try (Laboratory laboratory = Laboratory.withWorkers(3);
                TaskRuntime runtime = laboratory.runtime()) {
            Phaser ended = new Phaser(1);
            for (int index = 0; index < 5000; index++) {
                int not = random.nextInt(3);
                ended.register();
                runtime.task(check)
                        .argument(not)
                        .where((Worker worker) -> worker.id() != not)
                        .onCompletion(task -> ended.arriveAndDeregister())
                        .submit();
                if (index % 250 == 0) {
                    runtime.defaultContext().usePolicy(random.nextBoolean() ? "eager" : "prio");
                }
            }
            runtime.waitAll();
            assertEquals(1, ended.getUnarrivedParties(), "tasks that did not end; seed " + seed);
            assertEquals(List.of(), List.copyOf(wrong), "seed " + seed);
            assertEquals(Optional.empty(), runtime.defaultContext().trouble());
        }
    }
}
