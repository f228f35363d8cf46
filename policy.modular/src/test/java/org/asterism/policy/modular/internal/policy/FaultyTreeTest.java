package org.asterism.policy.modular.internal.policy;

import static org.asterism.policy.modular.internal.language.TreeTexts.parse;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Consumer;
import org.asterism.api.Codelet;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.tree.TreeDescription;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.kit.policy.TaskFifo;
import org.asterism.policy.modular.internal.tree.ComponentKind;
import org.asterism.policy.modular.internal.tree.ComponentKinds;
import org.asterism.policy.modular.internal.tree.NearGroups;
import org.asterism.policy.modular.internal.tree.Planner;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A component of a tree may do everything wrong: its context goes on without the tree, says who it was, and each task
 * runs once.
 */
@Timeout(60)
class FaultyTreeTest {
    private static final int TASKS = 2000;

    /** What the component does wrong, from some task on, and what is said of it. */
    enum Fault {
        THROWS_IN_PUSH("'bad' (faulty) threw java.lang.IllegalStateException: on purpose"),
        THROWS_IN_PULL("'bad' (faulty) threw java.lang.IllegalStateException: on purpose"),
        THROWS_IN_PUSH_AND_DRAIN("'bad' (faulty) threw java.lang.IllegalStateException: on purpose"),
        REFUSES_A_TASK("'bad' (faulty) refused"),
        LOSES_A_TASK("lost "),
        HOLDS_TASKS_BACK("hold back "),
        GIVES_A_TASK_TWICE("'bad' gave"),
        GIVES_A_TASK_THAT_WAS_NOT_PUSHED("not pushed"),
        GIVES_TASKS_TO_WHO_CANNOT_EXECUTE_THEM("which cannot execute it");

        private final String said;

        Fault(String said) {
            this.said = said;
        }
    }

    private static final class Faulty extends SchedulingComponent {
        private final TaskFifo queue = new TaskFifo();
        private final AtomicInteger pushes = new AtomicInteger();
        private final Fault fault;
        private final Worker[] first = new Worker[1];
        private volatile Task given;
        private volatile boolean begun;

        Faulty(ComponentContext context, Fault fault) {
            super(context);
            this.fault = fault;
        }

        @Override
        public void changed() {
            first[0] = context().workersInContext().first();
        }

        @Override
        public boolean push(Task task) {
            begun |= pushes.incrementAndGet() == TASKS;
            if (begun) {
                switch (fault) {
                    case THROWS_IN_PUSH, THROWS_IN_PUSH_AND_DRAIN -> throw new IllegalStateException("on purpose");
                    case REFUSES_A_TASK -> {
                        return false;
                    }
                    case LOSES_A_TASK -> {
                        return true;
                    }
                    default -> {}
                }
            }
            queue.add(task);
            tellChildren(task);
            return true;
        }

        @Override
        public Task pull(Worker worker, SchedulingComponent to) {
            if (begun) {
                switch (fault) {
                    case THROWS_IN_PULL -> throw new IllegalStateException("on purpose");
                    case HOLDS_TASKS_BACK -> {
                        return null;
                    }
                    case GIVES_A_TASK_TWICE -> {
                        if (given != null) {
                            return given;
                        }
                    }
                    case GIVES_A_TASK_THAT_WAS_NOT_PUSHED -> {
                        if (given != null) {
                            return given.context().task(given.codelet());
                        }
                    }
                    case GIVES_TASKS_TO_WHO_CANNOT_EXECUTE_THEM -> {
                        if (worker != first[0]) {
                            return queue.takeFor(first[0]);
                        }
                    }
                    default -> {}
                }
            }
            Task task = queue.takeFor(worker);
            given = task == null ? given : task;
            return task;
        }

        @Override
        public boolean isReservoir() {
            return true;
        }

        @Override
        public long storedTasks() {
            return queue.size();
        }

        @Override
        public void drain(Consumer<? super Task> sink) {
            if (fault == Fault.THROWS_IN_PUSH_AND_DRAIN) {
                throw new IllegalStateException("on purpose");
            }
            queue.takeAll(sink);
        }
    }

    private static final class Chooser extends SchedulingComponent {
        Chooser(ComponentContext context) {
            super(context);
        }

        @Override
        public boolean push(Task task) {
            tellChildren(task);
            return false;
        }

        @Override
        public int mostChildren() {
            return Integer.MAX_VALUE;
        }
    }

    private static SchedulingPolicy tree(PolicyContext context, Fault fault) {
        Map<String, ComponentKind> kinds = Map.of(
                "faulty",
                new ComponentKind("faulty", "storage", List.of(), place -> new Faulty(place, fault)),
                "chooser",
                new ComponentKind("chooser", "resource mapping", List.of(), Chooser::new));
        ComponentKinds known = new ComponentKinds() {
            @Override
            public ComponentKind kind(String name) {
                return kinds.get(name);
            }

            @Override
            public List<String> names() {
                return kinds.keySet().stream().sorted().toList();
            }
        };
        TreeDescription description = parse("faulty#bad / chooser / each worker");
        return TreePolicy.of(
                "leaning",
                description,
                Planner.plan(description, known, Map.of()),
                new NearGroups(),
                context,
                () -> {});
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void shouldRunEachTaskOnceAndNameTheComponent(Fault fault) throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2)) {
            laboratory.addPolicy("leaning", context -> tree(context, fault));
            try (TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withPolicy("leaning"))) {
                AtomicIntegerArray runs = new AtomicIntegerArray(TASKS);
                Codelet count = Codelet.named("count")
                        .access()
                        .cpu(kernel -> runs.incrementAndGet(kernel.argument(Integer.class)))
                        .build();
                Worker first = runtime.workers().getFirst();
                CountDownLatch submitted = new CountDownLatch(1);
                Codelet hold = Codelet.named("hold")
                        .access()
                        .cpu(kernel -> submitted.await())
                        .build();
                for (Worker worker : runtime.workers()) {
                    runtime.task(hold).on(worker).submit(); // so that each looks for a task when all are there
                }
                for (int number = 0; number < TASKS; number++) {
                    Task task = runtime.task(count).argument(number);
                    if (fault == Fault.GIVES_TASKS_TO_WHO_CANNOT_EXECUTE_THEM) {
                        task.where(worker -> worker == first);
                    }
                    task.submit();
                }
                submitted.countDown();
                runtime.waitAll();
                SchedulingContext context = runtime.defaultContext();
                // All tasks may have been run before the fault was noticed.
                Await.await(() -> !context.policy().equals(Optional.of("leaning")));
                for (int number = 0; number < TASKS; number++) {
                    assertEquals(1, runs.get(number), "runs of task " + number);
                }
                assertEquals(Optional.of("eager"), context.policy());
                String trouble = context.trouble().orElseThrow();
                assertTrue(trouble.contains("policy 'leaning'"), trouble);
                // What two workers take at the same moment only the core can notice, which knows no components.
                if (fault != Fault.GIVES_A_TASK_TWICE || !trouble.contains("handed out")) {
                    assertTrue(trouble.contains("'bad'"), trouble);
                    assertTrue(trouble.contains(fault.said), trouble);
                }
            }
        }
    }
}
