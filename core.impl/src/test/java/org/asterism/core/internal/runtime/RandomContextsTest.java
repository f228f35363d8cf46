package org.asterism.core.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Consumer;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.ContextState;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.WorkerSelection;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Threads make contexts, nest them, move workers between them and close them, with heirs and without, while they submit
 * tasks. Every task runs once, and whoever asks a policy for one belongs to its context.
 */
@Timeout(120)
class RandomContextsTest {
    private static final int THREADS = 3;
    private static final int ROUNDS = 60;
    private static final int TASKS = 20;

    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private final AtomicIntegerArray ran = new AtomicIntegerArray(THREADS * ROUNDS * TASKS * 4);
    private final AtomicInteger numbers = new AtomicInteger();
    private final AtomicInteger names = new AtomicInteger();
    private final List<SchedulingContext> open = new CopyOnWriteArrayList<>();
    private final Codelet counted = Codelet.named("counted")
            .access()
            .cpu(kernel -> ran.incrementAndGet(kernel.argument(Integer.class)))
            .build();

    /** First in, first out; notices workers that do not belong here. */
    private final class Watchful implements SchedulingPolicy {
        private final String context;
        private final Queue<Task> tasks = new ArrayDeque<>();
        private final Set<Worker> workers = new HashSet<>();
        private final PolicyContext view;

        Watchful(PolicyContext view) {
            this.view = view;
            context = view.contextName();
        }

        @Override
        public synchronized void addWorkers(List<Worker> added) {
            for (Worker worker : added) {
                if (!workers.add(worker)) {
                    wrong.add(worker + " came to " + context + " twice");
                }
            }
        }

        @Override
        public synchronized void removeWorkers(List<Worker> removed) {
            for (Worker worker : removed) {
                if (!workers.remove(worker)) {
                    wrong.add(worker + " left " + context + " and was not there");
                }
            }
        }

        @Override
        public void push(Task task) {
            synchronized (this) {
                tasks.add(task);
            }
            view.wakeOneFor(task);
        }

        @Override
        public synchronized Task pop(Worker worker) {
            if (!workers.contains(worker)) {
                wrong.add(worker + " asked " + context + " and is not there");
            }
            Task task = tasks.peek();
            return task != null && worker.canExecute(task) ? tasks.poll() : null;
        }

        @Override
        public synchronized void drain(Consumer<? super Task> sink) {
            tasks.forEach(sink);
            tasks.clear();
        }
    }

    @Test
    void shouldRunEveryTaskOnceWhateverBecomesOfItsContext() throws InterruptedException {
        long seed = System.nanoTime();
        try (Laboratory laboratory = Laboratory.withWorkers(4);
                TaskRuntime runtime = laboratory.runtime()) {
            laboratory.addPolicy("watchful", Watchful::new);
            runtime.defaultContext().usePolicy("watchful");
            open.add(runtime.defaultContext());
            List<Thread> threads = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                Random random = new Random(seed + thread);
                threads.add(Thread.ofPlatform().start(() -> {
                    try {
                        trial(runtime, random);
                    } catch (RuntimeException | Error | InterruptedException thrown) {
                        wrong.add(String.valueOf(thrown));
                    }
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            runtime.waitAll();
            assertEquals(List.of(), List.copyOf(wrong), "seed " + seed);
            assertTrue(numbers.get() > THREADS * ROUNDS, "seed " + seed);
            for (int number = 0; number < numbers.get(); number++) {
                assertEquals(1, ran.get(number), "seed " + seed + ", task " + number);
            }
            assertEquals(numbers.get(), runtime.tasks(0).done(), "seed " + seed);
            assertEquals(List.of(runtime.defaultContext()), runtime.contexts(), "seed " + seed);
        }
    }

    /**
     * What one thread does. It closes contexts that it has made; the first worker stays everywhere, so that closing
     * comes to an end.
     */
    private void trial(TaskRuntime runtime, Random random) throws InterruptedException {
        List<SchedulingContext> own = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            switch (random.nextInt(6)) {
                case 0, 1 -> own.add(make(runtime, random, own));
                case 2 -> close(own, random);
                case 3 -> move(runtime, random);
                case 4 -> {
                    SchedulingContext context = any(open, random);
                    attempt(() -> context.usePolicy(random.nextBoolean() ? "watchful" : "prio"));
                }
                default -> {
                    if (!own.isEmpty()) {
                        any(own, random).waitAll();
                    }
                }
            }
            submit(runtime, own.isEmpty() ? runtime.defaultContext() : any(own, random));
            submit(runtime, runtime.defaultContext());
        }
        while (!own.isEmpty()) {
            close(own, random);
        }
    }

    private SchedulingContext make(TaskRuntime runtime, Random random, List<SchedulingContext> own) {
        ContextDescription description = ContextDescription.named("own-" + names.incrementAndGet())
                .withPolicy("watchful")
                .withRank(random.nextInt(2));
        if (!own.isEmpty() && random.nextBoolean()) {
            description = description.within(any(own, random).name());
        }
        boolean leaves = random.nextBoolean();
        if (leaves) {
            String heir = own.isEmpty() || random.nextBoolean()
                    ? "default"
                    : any(own, random).name();
            description = description.withHeir(heir);
        }
        description = leaves && random.nextBoolean()
                ? description.withWorkers(WorkerSelection.matching("(id>=" + (2 + random.nextInt(3)) + ")"))
                : description.sharingWorkers(WorkerSelection.all());
        SchedulingContext made = runtime.createContext(description);
        made.addWorkers(runtime.workers().subList(0, 1)); // which the one that it is nested in has as well
        open.add(made);
        return made;
    }

    private void close(List<SchedulingContext> own, Random random) {
        if (own.isEmpty()) {
            return;
        }
        SchedulingContext closed = any(own, random);
        closed.close();
        own.removeIf(context -> context.state() == ContextState.CLOSED);
        open.removeIf(context -> context.state() == ContextState.CLOSED);
    }

    private void move(TaskRuntime runtime, Random random) {
        SchedulingContext context = any(open, random);
        List<Worker> some = runtime.workers().subList(1 + random.nextInt(3), 4);
        attempt(() -> {
            if (random.nextBoolean()) {
                context.addWorkers(some);
            } else {
                context.removeWorkers(some);
            }
        });
    }

    /** Does something to a context that another thread may close meanwhile, or that may not have these workers. */
    private static void attempt(Runnable change) {
        try {
            change.run();
        } catch (IllegalStateException | IllegalArgumentException refused) {
            // As it should.
        }
    }

    private void submit(TaskRuntime runtime, SchedulingContext context) {
        Task before = null;
        for (int index = 0; index < TASKS; index++) {
            Task task = context.task(counted).argument(numbers.getAndIncrement());
            if (before != null && index % 3 == 0) {
                task.after(before);
            }
            before = task.submit();
        }
    }

    private static <T> T any(List<T> some, Random random) {
        Object[] now = some.toArray();
        @SuppressWarnings("unchecked")
        T one = (T) now[random.nextInt(now.length)];
        return one;
    }
}
