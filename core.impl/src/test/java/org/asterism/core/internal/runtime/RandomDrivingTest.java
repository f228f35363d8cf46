package org.asterism.core.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import org.asterism.api.Codelet;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.WatchedDriver;
import org.asterism.core.internal.testing.WatchedDriver.Call;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Threads of the program that drive workers now and then and hand them over to each other, while launched workers run
 * beside them, tasks come, policies are swapped and drivers leave: every task runs once, nobody hangs, and units are
 * used by one thread at a time.
 *
 * <p>{@code -Dasterism.seed=N} repeats one course of events as far as threads do, {@code -Dasterism.rounds=N} tries
 * more.
 */
@Timeout(120)
class RandomDrivingTest {
    private static final int TASKS = 400;
    private static final int UNITS = 2;
    private static final int THREADS = 3;

    @Test
    void shouldRunEveryTaskOnceWhoeverDrivesWhen() throws Exception {
        Long given = Long.getLong("asterism.seed");
        long first = given != null ? given : System.nanoTime();
        int rounds = given != null ? 1 : Integer.getInteger("asterism.rounds", 25);
        for (long seed = first; seed < first + rounds; seed++) {
            try {
                play(new Random(seed));
            } catch (Throwable wrong) {
                throw new AssertionError("repeat with -Dasterism.seed=" + seed, wrong);
            }
        }
        System.out.println("random driving: seeds " + first + " to " + (first + rounds - 1));
    }

    private static void play(Random random) throws Exception {
        WatchedDriver driven = new WatchedDriver("own", UNITS);
        AtomicIntegerArray runs = new AtomicIntegerArray(TASKS);
        AtomicBoolean over = new AtomicBoolean();
        AtomicReference<Throwable> wrong = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        int launched = 1 + random.nextInt(2);
        boolean leaves = random.nextInt(4) == 0;
        boolean terminates = random.nextBoolean();
        try (Laboratory laboratory = Laboratory.withWorkers(launched)) {
            DriverPlugin plugin = laboratory.addDriver("own", driven);
            TaskRuntime runtime = laboratory.factory.create(RuntimeConfiguration.defaults()
                    .withoutThreadsFor("own")
                    .withPolicy(random.nextBoolean() ? "eager" : "prio"));
            List<Worker> own =
                    runtime.workers().stream().filter(Worker::isDriven).toList();
            assertEquals(UNITS, own.size());
            for (int index = 0; index < THREADS; index++) {
                long seed = random.nextLong();
                threads.add(Thread.ofPlatform().name("driver-" + index).start(() -> {
                    try {
                        drive(own, new Random(seed), over);
                    } catch (Throwable any) {
                        wrong.set(any);
                    }
                }));
            }
            List<Task> tasks = new ArrayList<>();
            for (int number = 0; number < TASKS; number++) {
                tasks.add(submit(runtime, number, tasks, runs, random));
                if (random.nextInt(100) == 0) {
                    runtime.defaultContext().usePolicy(random.nextBoolean() ? "prio" : "eager");
                }
                if (leaves && number == TASKS / 2) {
                    laboratory.plugins.remove(plugin);
                }
            }
            boolean waits = random.nextBoolean();
            if (waits) {
                assertTrue(runtime.waitAll(Duration.ofSeconds(30)), "the launched workers alone would have run all");
            }
            if (terminates) {
                runtime.requestTermination();
            }
            runtime.close();
            over.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
        } finally {
            over.set(true);
        }
        if (wrong.get() != null) {
            throw new AssertionError(wrong.get());
        }
        for (int number = 0; number < TASKS; number++) {
            assertEquals(1, runs.get(number), "runs of task " + number);
        }
        for (int unit = 0; unit < UNITS; unit++) {
            checkLife(driven.calls, "own-" + unit);
        }
    }

    private static Task submit(
            TaskRuntime runtime, int number, List<Task> before, AtomicIntegerArray runs, Random random) {
        Task task = runtime.task(Codelet.named("count")
                .access()
                .cpu(kernel -> {
                    runs.incrementAndGet(number);
                    if (random.nextInt(4) == 0) {
                        Thread.yield();
                    }
                })
                .build());
        for (int edges = random.nextInt(3); edges > 0 && !before.isEmpty(); edges--) {
            task.after(before.get(Math.max(0, before.size() - 1 - random.nextInt(10))));
        }
        return task.priority(random.nextInt(5)).submit();
    }

    /** Drives one worker after the other, each for a while and in some way, if no other thread does so. */
    private static void drive(List<Worker> workers, Random random, AtomicBoolean over) {
        while (!over.get()) {
            Worker worker = workers.get(random.nextInt(workers.size()));
            try {
                switch (random.nextInt(5)) {
                    case 0 -> worker.runFor(Duration.ofNanos(random.nextInt(500_000)));
                    case 1 -> {
                        long enough = worker.executedTasks() + random.nextInt(5);
                        long until = System.nanoTime() + 200_000;
                        worker.runUntil(() -> worker.executedTasks() >= enough || System.nanoTime() - until > 0);
                    }
                    case 2 -> {
                        Thread other = Thread.ofPlatform().start(worker::stop);
                        worker.run();
                        join(other);
                    }
                    default -> {
                        for (int step = random.nextInt(20); step > 0; step--) {
                            worker.runOnce();
                        }
                    }
                }
                if (random.nextBoolean()) {
                    worker.endDriving();
                }
            } catch (IllegalStateException driven) {
                assertTrue(driven.getMessage().contains(" is driven by thread 'driver-"), driven::getMessage);
            }
            if (random.nextInt(8) == 0) {
                endAll(workers);
            }
        }
    }

    private static void endAll(List<Worker> workers) {
        for (Worker worker : workers) {
            try {
                worker.endDriving();
            } catch (IllegalStateException anothers) {
                // It keeps it.
            }
        }
    }

    private static void join(Thread other) {
        try {
            other.join();
        } catch (InterruptedException stop) {
            throw new AssertionError(stop);
        }
    }

    /** Kernels are launched between start and stop, by the thread that started; close comes once, and last. */
    private static void checkLife(List<Call> calls, String unit) {
        Thread begun = null;
        boolean closed = false;
        for (Call call : calls) {
            if (!call.unit().equals(unit)) {
                continue;
            }
            assertTrue(!closed, () -> call + " after close");
            switch (call.what()) {
                case "start" -> {
                    assertEquals(null, begun, call + " without a stop before");
                    begun = call.thread();
                }
                case "launch" -> assertEquals(begun, call.thread(), "launched on another thread than started");
                case "stop" -> {
                    assertTrue(begun != null, () -> call + " without a start before");
                    begun = null;
                }
                default -> {
                    assertEquals(null, begun, "closed between start and stop");
                    closed = true;
                }
            }
        }
        assertTrue(closed, "never closed");
    }
}
