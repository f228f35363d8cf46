package org.asterism.kit.policy.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Architecture;
import org.asterism.api.Task;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that push while others pop, with workers that are kept in order. */
class ManyThreadsTest {
    private static final int TASKS = 20_000;
    private static final int WORKERS = 64;
    private static final int PUSHERS = 2;
    private static final int POPPERS = 3;

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void shouldLeaveNoTraceOfTasksThatManyThreadsPushedAndRan() throws InterruptedException {
        for (Traits traits : List.of(Family.DM, Family.DMDAS, Family.DMDASD)) {
            Scene scene = new Scene(traits, () -> Weights.USUAL, 0).times(7, 7);
            scene.predictor.kinds(worker -> 0);
            FakeWorker[] workers = new FakeWorker[WORKERS];
            for (int id = 0; id < WORKERS; id++) {
                workers[id] = new FakeWorker(id, Architecture.CPU, 0);
            }
            scene.add(workers);
            runAll(scene);
            scene.pass(1_000_000);
            for (int round = 0; round < 2; round++) {
                for (int id = 0; id < WORKERS; id++) {
                    assertEquals(id, scene.push(), "nothing is expected of any worker, " + traits);
                }
            }
            scene.times(0, 0);
            for (int id = 0; id < WORKERS; id++) {
                assertEquals(id, scene.push(), "all workers have as many tasks, " + traits);
            }
        }
    }

    private static void runAll(Scene scene) throws InterruptedException {
        AtomicInteger ran = new AtomicInteger();
        ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (int pusher = 0; pusher < PUSHERS; pusher++) {
            int first = pusher;
            threads.add(thread(failures, () -> {
                for (int id = first; id < TASKS; id += PUSHERS) {
                    scene.policy.push(new FakeTask(id, Scene.WORK, id * 31 % 13));
                }
            }));
        }
        for (int popper = 0; popper < POPPERS; popper++) {
            int first = popper;
            threads.add(thread(failures, () -> {
                for (int id = first;
                        ran.get() < TASKS && failures.isEmpty();
                        id = id + POPPERS < WORKERS ? id + POPPERS : first) {
                    Task task = scene.pop(id);
                    if (task != null) {
                        scene.policy.beforeExecution(task, scene.worker(id));
                        scene.pass(1);
                        scene.policy.afterExecution(task, scene.worker(id));
                        ran.incrementAndGet();
                    }
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertTrue(failures.isEmpty(), () -> failures.peek().toString());
        assertEquals(TASKS, ran.get());
    }

    private static Thread thread(ConcurrentLinkedQueue<Throwable> failures, Runnable body) {
        return Thread.ofPlatform().daemon().unstarted(() -> {
            try {
                body.run();
            } catch (Throwable thrown) {
                failures.add(thrown);
            }
        });
    }
}
