package org.asterism.itest.trees;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.policy.modular.internal.language.DescriptionReader;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Components that do what they must not, in a runtime at work: they are named, the fall-back takes over, and each task
 * runs once.
 */
@Timeout(60)
class FaultsAtWorkTest {
    private static final int TASKS = 2_000;

    /** What a component named {@code culprit} does wrong, after it has done right for a while. */
    private enum Fault {
        THROWS_WHEN_PUSHED_TO,
        THROWS_WHEN_PULLED_FROM,
        THROWS_WHEN_TOLD_OF_ROOM,
        REFUSES_EVERYTHING,
        LOSES_TASKS,
        LOSES_WHAT_IS_PULLED,
        GIVES_TASKS_TWICE,
        GIVES_WHAT_A_WORKER_CANNOT_EXECUTE
    }

    /** Passes tasks on, until its time has come. */
    private static final class Culprit extends SchedulingComponent {
        private final AtomicInteger calls = new AtomicInteger();
        private final AtomicReference<Task> remembered = new AtomicReference<>();
        private final Fault fault;

        Culprit(ComponentContext context, Fault fault) {
            super(context);
            this.fault = fault;
        }

        private boolean does(Fault some) {
            return fault == some && calls.incrementAndGet() > TASKS / 4;
        }

        @Override
        public boolean push(Task task) {
            if (does(Fault.THROWS_WHEN_PUSHED_TO)) {
                throw new IllegalStateException("on purpose");
            }
            if (does(Fault.LOSES_TASKS) && calls.get() % 100 == 0) {
                return true;
            }
            return !does(Fault.REFUSES_EVERYTHING)
                    && context().children().getFirst().push(task);
        }

        @Override
        public Task pull(Worker worker, SchedulingComponent to) {
            if (does(Fault.THROWS_WHEN_PULLED_FROM)) {
                throw new StackOverflowError("on purpose");
            }
            if (does(Fault.REFUSES_EVERYTHING)) {
                return null;
            }
            Task task = pullFromParents(worker);
            if (task == null) {
                return null;
            }
            if (does(Fault.LOSES_WHAT_IS_PULLED) && calls.get() % 100 == 0) {
                return pullFromParents(worker);
            }
            if (does(Fault.GIVES_TASKS_TWICE) || does(Fault.GIVES_WHAT_A_WORKER_CANNOT_EXECUTE)) {
                Task before = remembered.getAndSet(task);
                boolean wrong = before != null && (fault == Fault.GIVES_TASKS_TWICE || !worker.canExecute(before));
                return wrong ? before : task;
            }
            return task;
        }

        @Override
        public boolean canPush(SchedulingComponent to) {
            if (does(Fault.THROWS_WHEN_TOLD_OF_ROOM)) {
                throw new IllegalStateException("on purpose");
            }
            return super.canPush(to);
        }
    }

    private static String tree(Fault fault) {
        return switch (fault) {
            case THROWS_WHEN_PUSHED_TO, LOSES_TASKS -> "culprit / fifo / eager / each worker: best-implementation";
            case THROWS_WHEN_TOLD_OF_ROOM -> "fifo / culprit / eager / each worker: fifo(ntasks=1)";
            default -> "fifo / culprit / eager / each worker: best-implementation";
        };
    }

    @ParameterizedTest
    @EnumSource
    void shouldNameTheCulpritAndRunEachTaskOnce(Fault fault) throws InterruptedException {
        ShippedKinds kinds = new ShippedKinds().add("culprit", context -> new Culprit(context, fault));
        AtomicIntegerArray runs = new AtomicIntegerArray(TASKS);
        try (Core core = new Core().workers(2, Architecture.CPU)) {
            core.workers(1, Architecture.CUDA);
            core.policy(
                    "tree",
                    context -> kinds.policy(
                            "tree", DescriptionReader.read(tree(fault)).description(), context));
            try (TaskRuntime runtime = core.factory.create(
                    RuntimeConfiguration.defaults().withPolicy("tree", Map.of()).withFallbackPolicy("eager"))) {
                assertEquals(Optional.of("tree"), runtime.defaultContext().policy());
                Kernel count = kernel -> runs.incrementAndGet(kernel.argument(Integer.class));
                List<Codelet> codelets = List.of(
                        Codelet.named("cores").access().cpu(count).build(),
                        Codelet.named("devices")
                                .access()
                                .implementation(Architecture.CUDA, count)
                                .build());
                for (int number = 0; number < TASKS; number++) {
                    runtime.task(codelets.get(number % 2)).argument(number).submit();
                }
                runtime.waitAll();
                assertEquals(Optional.of("eager"), runtime.defaultContext().policy());
                String trouble = runtime.defaultContext().trouble().orElse("none");
                assertTrue(trouble.contains("'tree'"), trouble);
                // If two workers get one task at the same moment, only the core sees it, which knows no components.
                boolean atOnce = fault == Fault.GIVES_TASKS_TWICE && trouble.contains("a second time");
                assertTrue(trouble.contains("'culprit'") || atOnce, trouble);
            }
        }
        for (int number = 0; number < TASKS; number++) {
            assertEquals(1, runs.get(number), "times that task " + number + " ran");
        }
    }
}
