package org.asterism.policy.modular.internal.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.asterism.api.Architecture;
import org.asterism.api.Task;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.policy.modular.internal.ComponentFault;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.tck.FakeTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What components do wrong, each named. */
class ComponentFaultsTest {
    private static final Architecture CPU = Architecture.CPU;

    private final TestKinds kinds = new TestKinds();

    private static void expect(Executable action, String... words) {
        ComponentFault fault = assertThrows(ComponentFault.class, action);
        for (String word : words) {
            assertTrue(fault.getMessage().contains(word), () -> "'" + word + "' is not said in: " + fault.getMessage());
        }
    }

    @Test
    void shouldNameTheComponentThatThrows() {
        kinds.add("thrower", List.of(), context -> new TestKinds.Passage(context) {
            @Override
            public boolean push(Task task) {
                throw new IllegalStateException("on purpose");
            }

            @Override
            public Task pull(Worker worker, SchedulingComponent to) {
                return List.<Task>of().getFirst();
            }
        });
        try (TreeUnderTest tree = new TreeUnderTest(kinds, "thrower / reservoir / chooser / each worker", CPU)) {
            expect(() -> tree.push(TreeUnderTest.CPU), "component 'thrower'", "on purpose");
        }
        try (TreeUnderTest tree =
                new TreeUnderTest(kinds, "reservoir / chooser / each worker: thrower#bad", CPU, CPU)) {
            expect(() -> tree.pop(1), "'bad@cpu-1'", "NoSuchElementException");
        }
    }

    @Test
    void shouldNameTheRootThatRefusesATask() {
        kinds.add("small", List.of("size"), context -> new TestKinds.Reservoir(context) {
            @Override
            public boolean isBounded() {
                return false;
            }
        });
        try (TreeUnderTest tree = new TreeUnderTest(kinds, "small(size=1) / chooser / each worker", CPU)) {
            tree.push(TreeUnderTest.CPU);
            expect(() -> tree.push(TreeUnderTest.CPU), "'small'", "refused");
        }
    }

    @Test
    void shouldNameWhoGivesATaskToAWorkerThatCannotExecuteIt() {
        kinds.add("careless", List.of(), Careless::new);
        try (TreeUnderTest tree =
                new TreeUnderTest(kinds, "careless / chooser / each worker", CPU, Architecture.CUDA)) {
            tree.push(TreeUnderTest.CUDA);
            expect(() -> tree.pop(0), "'careless'", "on-cuda#1", "cpu-0", "cannot execute");
        }
    }

    @Test
    void shouldNameWhoGivesATaskASecondTime() {
        kinds.add("careless", List.of(), Careless::new);
        try (TreeUnderTest tree = new TreeUnderTest(kinds, "careless / chooser / each worker", CPU)) {
            FakeTask task = tree.push(TreeUnderTest.CPU);
            assertEquals(task, tree.pop(0));
            task.setState(TaskState.RUNNING);
            expect(() -> tree.pop(0), "'careless'", "on-cpu#1", "a second time");
        }
    }

    @Test
    void shouldNameWhoGivesATaskThatWasNotPushed() {
        FakeTask stranger = new FakeTask(77, TreeUnderTest.CPU, 0);
        kinds.add("inventor", List.of(), context -> new TestKinds.Passage(context) {
            @Override
            public Task pull(Worker worker, SchedulingComponent to) {
                return stranger;
            }
        });
        try (TreeUnderTest tree = new TreeUnderTest(kinds, "reservoir / inventor / chooser / each worker", CPU)) {
            expect(() -> tree.pop(0), "'inventor'", "on-cpu#77", "not pushed");
        }
    }

    @Test
    void shouldSayHowManyTasksWereLost() {
        kinds.add("eater", List.of(), context -> new TestKinds.Passage(context) {
            private int seen;

            @Override
            public boolean push(Task task) {
                return ++seen % 2 == 0 || super.push(task);
            }
        });
        try (TreeUnderTest tree =
                new TreeUnderTest(kinds, "eater / reservoir / chooser / each worker: passage", CPU, CPU)) {
            assertEquals(0, tree.runUntilAllSleep().size());
            tree.push(TreeUnderTest.CPU);
            assertEquals(1, tree.runUntilAllSleep().size());
            tree.push(TreeUnderTest.CPU);
            expect(tree::runUntilAllSleep, "lost 1 task", "'eater'");
        }
    }

    @Test
    void shouldNameTheStoreWhoseTasksAreHeldBackAndWhatIsBelow() {
        kinds.add("wall", List.of(), context -> new TestKinds.Passage(context) {
            @Override
            public boolean push(Task task) {
                return false;
            }

            @Override
            public Task pull(Worker worker, SchedulingComponent to) {
                return null;
            }
        });
        try (TreeUnderTest tree =
                new TreeUnderTest(kinds, "reservoir#above / wall / chooser / each worker", CPU, CPU)) {
            tree.push(TreeUnderTest.CPU);
            tree.push(TreeUnderTest.CPU);
            expect(tree::runUntilAllSleep, "hold back 2 tasks", "2 by 'above'", "'wall', 'chooser'");
        }
    }

    @Test
    void shouldNotCallTasksHeldBackThatWaitForTheProgramToSaySchedule() {
        kinds.add("collector", List.of(), Collector::new);
        try (TreeUnderTest tree = new TreeUnderTest(kinds, "collector / chooser / each worker", CPU, CPU)) {
            tree.push(TreeUnderTest.CPU);
            assertEquals(0, tree.runUntilAllSleep().size());
            tree.policy.schedule();
            assertEquals(1, tree.runUntilAllSleep().size());
        }
    }

    @Test
    void shouldNotCallTasksHeldBackThatWaitForTheProgramWhenAWorkerComes() {
        kinds.add("collector", List.of(), Collector::new);
        try (TreeUnderTest tree = new TreeUnderTest(kinds, "collector / chooser / each worker", CPU, CPU)) {
            tree.push(TreeUnderTest.CPU);
            tree.add(CPU);
            assertEquals(0, tree.runUntilAllSleep().size());
            tree.policy.schedule();
            assertEquals(1, tree.runUntilAllSleep().size());
        }
    }

    @Test
    void shouldTellComponentsToScheduleThatComeWhileTheProgramWaits() {
        kinds.add("collector", List.of(), Collector::new);
        try (TreeUnderTest tree = new TreeUnderTest(kinds, "chooser / each worker: collector")) {
            tree.policy.schedule();
            tree.add(CPU);
            tree.push(TreeUnderTest.CPU);
            assertEquals(1, tree.runUntilAllSleep().size());
        }
    }

    @Test
    void shouldNotCallTasksHeldBackThatNobodyCanExecuteNow() {
        try (TreeUnderTest tree = new TreeUnderTest(kinds, "reservoir / chooser / each worker", CPU, CPU)) {
            AtomicReference<Worker> allowed = new AtomicReference<>(tree.workers.getFirst());
            tree.push(TreeUnderTest.CPU, worker -> worker == allowed.get());
            tree.push(TreeUnderTest.CUDA);
            allowed.set(null);
            assertEquals(0, tree.runUntilAllSleep().size());
            allowed.set(tree.workers.getLast());
            tree.workers.getLast().wakeUp();
            assertEquals(1, tree.runUntilAllSleep().size());
        }
    }

    @Test
    void shouldFindATaskOfWhichNoComponentHasTold() {
        kinds.add("silent", List.of(), context -> new TestKinds.Reservoir(context) {
            @Override
            void tell(Task task) {}
        });
        try (TreeUnderTest tree = new TreeUnderTest(kinds, "silent / chooser / each worker", CPU, CPU)) {
            tree.runUntilAllSleep();
            tree.push(TreeUnderTest.CPU);
            assertEquals(1, tree.runUntilAllSleep().size());
        }
    }

    /** Gives its first task to anybody, again and again. */
    private static final class Careless extends TestKinds.Passage {
        private Task kept;

        Careless(ComponentContext context) {
            super(context);
        }

        @Override
        public boolean push(Task task) {
            kept = task;
            return true;
        }

        @Override
        public boolean isReservoir() {
            return true;
        }

        @Override
        public Task pull(Worker worker, SchedulingComponent to) {
            return kept;
        }
    }

    /** Gives nothing until it is told to. */
    private static final class Collector extends TestKinds.Reservoir {
        private boolean open;

        Collector(ComponentContext context) {
            super(context);
        }

        @Override
        public Task pull(Worker worker, SchedulingComponent to) {
            return open ? super.pull(worker, to) : null;
        }

        @Override
        public void schedule() {
            open = true;
            context().policy().workers().forEach(context().policy()::wake);
        }
    }
}
