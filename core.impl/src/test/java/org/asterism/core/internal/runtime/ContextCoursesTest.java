package org.asterism.core.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.WorkerSelection;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.spi.policy.SchedulingPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What programs do with contexts from beginning to end, as in the reference's own tests of contexts. */
@Timeout(60)
class ContextCoursesTest {
    private final AtomicInteger ran = new AtomicInteger();
    private final Codelet count =
            Codelet.named("count").access().cpu(kernel -> ran.incrementAndGet()).build();

    private static ContextDescription named(String name, String... workers) {
        return ContextDescription.named(name).withWorkers(WorkerSelection.named(workers));
    }

    private void submit(SchedulingContext context, int tasks) {
        for (int index = 0; index < tasks; index++) {
            context.task(count).submit();
        }
    }

    @Test
    void shouldKeepChainsThatKernelsSubmitToTheirContext() throws InterruptedException {
        Queue<String> wrong = new ConcurrentLinkedQueue<>();
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            Codelet[] chain = new Codelet[1];
            chain[0] = Codelet.named("chain")
                    .access()
                    .cpu(kernel -> {
                        SchedulingContext context = kernel.task().context();
                        if (!List.of(kernel.worker()).equals(context.workers())) {
                            wrong.add(kernel.worker() + " for " + context.name());
                        }
                        ran.incrementAndGet();
                        int left = kernel.argument(Integer.class);
                        if (left > 0) {
                            context.task(chain[0]).argument(left - 1).submit();
                        }
                    })
                    .build();
            runtime.createContext(named("one", "cpu-0"))
                    .task(chain[0])
                    .argument(10)
                    .submit();
            runtime.createContext(named("two", "cpu-1"))
                    .task(chain[0])
                    .argument(10)
                    .submit();
            runtime.waitAll();
            assertEquals(List.of(), List.copyOf(wrong));
            assertEquals(22, ran.get());
        }
    }

    @Test
    void shouldEndWhenContextsOverTheSameWorkersAreClosedAtOnce() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            ContextDescription shared = ContextDescription.named("one").sharingWorkers(WorkerSelection.all());
            SchedulingContext one = runtime.createContext(shared.withHeir("default"));
            SchedulingContext two = runtime.createContext(ContextDescription.named("two")
                    .sharingWorkers(WorkerSelection.all())
                    .withHeir("one"));
            two.close();
            one.close();
            submit(runtime.defaultContext(), 10);
            runtime.waitAll();
            assertEquals(10, ran.get());
        }
    }

    @Test
    void shouldRunAllWhenHalfTheWorkersMoveToAContextWhoseHeirIsClosedFirst() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(4);
                TaskRuntime runtime = laboratory.runtime()) {
            SchedulingContext one = runtime.createContext(named("one", "cpu-0", "cpu-1", "cpu-2"));
            SchedulingContext two = runtime.createContext(named("two", "cpu-3").withHeir("one"));
            submit(one, 500);
            submit(two, 500);
            List<Worker> half = one.workers().subList(0, 1);
            two.addWorkers(half);
            one.removeWorkers(half);
            submit(one, 500);
            submit(two, 500);
            one.close();
            two.close();
            runtime.waitAll();
            assertEquals(2000, ran.get());
            assertEquals(4, runtime.defaultContext().workers().size());
        }
    }

    @Test
    void shouldRunTwoContextsSideBySideAndCloseThemInTheOtherOrder() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            SchedulingContext one = runtime.createContext(named("one", "cpu-0"));
            SchedulingContext two = runtime.createContext(named("two", "cpu-1").withPolicy("prio"));
            for (SchedulingContext context : List.of(one, two, runtime.defaultContext(), one, two)) {
                submit(context, 20);
            }
            two.close();
            one.close();
            runtime.waitAll();
            assertEquals(100, ran.get());
        }
    }

    /** Last in, first out. */
    private static final class Stack implements SchedulingPolicy {
        private final ArrayDeque<Task> tasks = new ArrayDeque<>();
        private final Consumer<Task> wake;

        Stack(Consumer<Task> wake) {
            this.wake = wake;
        }

        @Override
        public void addWorkers(List<Worker> workers) {}

        @Override
        public void removeWorkers(List<Worker> workers) {}

        @Override
        public void push(Task task) {
            synchronized (this) {
                tasks.push(task);
            }
            wake.accept(task);
        }

        @Override
        public synchronized Task pop(Worker worker) {
            return tasks.poll();
        }

        @Override
        public synchronized void drain(Consumer<? super Task> sink) {
            tasks.reversed().forEach(sink);
            tasks.clear();
        }
    }

    @Test
    void shouldRunAPolicyOfTheProgramInAContext() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            laboratory.addPolicy("stack", context -> new Stack(context::wakeOneFor));
            SchedulingContext own =
                    runtime.createContext(named("own", "cpu-0", "cpu-1").withPolicy("stack"));
            submit(own, 3200);
            own.waitAll();
            assertEquals(3200, ran.get());
            assertEquals("stack", own.policy().orElseThrow());
        }
    }

    @Test
    void shouldRefuseMovesThatAPolicyWantsOnAThreadThatIsNoWorker() throws InterruptedException {
        Queue<Throwable> refused = new ConcurrentLinkedQueue<>();
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            SchedulingContext own = runtime.createContext(ContextDescription.named("own"));
            laboratory.addPolicy(
                    "moves",
                    context -> new Stack(task -> {
                        try {
                            own.addWorkers(runtime.workers());
                        } catch (IllegalStateException expected) {
                            refused.add(expected);
                        }
                        context.wakeOneFor(task);
                    }));
            runtime.defaultContext().usePolicy("moves");
            runtime.task(count).submit().await();
            assertTrue(
                    refused.peek().getMessage().contains("must not be called by a scheduling policy"),
                    String.valueOf(refused.peek()));
            assertEquals(List.of(), own.workers());
        }
    }
}
