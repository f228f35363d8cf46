package org.asterism.tck;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.asterism.api.Architecture;
import org.asterism.api.Clock;
import org.asterism.tck.ComponentUnderTest.Below;
import org.asterism.tck.TaskAccount.Place;

/**
 * Concurrent use of a component: threads that push, and workers that search for tasks.
 *
 * <p>In one mode the workers search without pause, children refuse at random, and another thread calls all other
 * methods. In the other mode workers sleep when they find nothing, and tasks come in bursts. The next burst comes only
 * after all tasks of the last one have ended, so it cannot hide a missing wake-up.
 */
final class ConcurrentComponentUse {
    private static final int PUSHERS = 2;
    private static final int MOST_WAITING = 64;

    private final SchedulingComponentContract contract;
    private final long seed;
    private final boolean sleeping;
    private final int tasks;
    private final ComponentUnderTest scene;
    private final Thread[] workerThreads;
    private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final AtomicLong entered = new AtomicLong();
    private volatile boolean ended;

    ConcurrentComponentUse(SchedulingComponentContract contract, Below below, long seed, boolean sleeping) {
        this.contract = contract;
        this.seed = seed;
        this.sleeping = sleeping;
        tasks = sleeping ? contract.concurrentTasks() / 4 : contract.concurrentTasks();
        scene = new ComponentUnderTest(contract, below, Clock.system(), seed, 1)
                .with(Architecture.CPU, Architecture.CUDA, Architecture.CPU);
        if (below == Below.STORES && !sleeping) {
            scene.children().forEach(child -> child.refuseSome(3));
        }
        workerThreads = new Thread[scene.workers.size()];
        scene.policy.onWake(worker -> LockSupport.unpark(workerThreads[worker.id()]));
    }

    /** Pushes all tasks, and fails unless each reaches exactly one worker. */
    void run() throws InterruptedException {
        List<Thread> all = new ArrayList<>();
        for (FakeWorker worker : scene.workers) {
            workerThreads[worker.id()] = thread("tck-" + worker, () -> work(worker));
            all.add(workerThreads[worker.id()]);
        }
        for (int pusher = 0; pusher < PUSHERS; pusher++) {
            int number = pusher;
            all.add(thread("tck-pusher-" + pusher, () -> push(number)));
        }
        all.add(thread("tck-nudger", this::nudge));
        all.forEach(Thread::start);
        try {
            watch();
        } finally {
            ended = true;
            for (Thread thread : all) {
                LockSupport.unpark(thread);
                thread.join(contract.patience());
            }
        }
        expectNoFailures();
        scene.expectNothingLeft("in the end");
        scene.close();
    }

    /** Waits for the last task. Fails if no task comes out within the test's patience. */
    private void watch() throws InterruptedException {
        long seen = -1;
        long since = System.nanoTime();
        while (scene.account.out() < tasks) {
            expectNoFailures();
            if (scene.account.out() != seen) {
                seen = scene.account.out();
                since = System.nanoTime();
            } else if (System.nanoTime() - since > contract.patience().toNanos()) {
                fail("only " + seen + " of " + tasks + " tasks came to a worker, then none for "
                        + contract.patience().toMillis() + " ms; asleep are "
                        + scene.workers.stream().filter(FakeWorker::isAsleep).toList() + ", the tasks are "
                        + scene.account.at(EnumSet.complementOf(EnumSet.of(Place.OUT))).stream()
                                .limit(5)
                                .map(task -> task + " (" + scene.account.place(task) + ")")
                                .collect(Collectors.joining(", "))
                        + "; seed " + seed);
            }
            LockSupport.parkNanos(500_000);
        }
    }

    private void push(int number) {
        SplittableRandom random = new SplittableRandom(seed + number);
        while (!ended) {
            int burst = sleeping ? random.nextInt(1, 6) : 1;
            for (int i = 0; i < burst; i++) {
                if (entered.incrementAndGet() > tasks) {
                    return;
                }
                FakeTask task = scene.anyTask(random);
                if (random.nextBoolean() && (!sleeping || scene.component.isReservoir())) {
                    scene.parent().pushDirectly(task);
                } else {
                    scene.parent().keep(task);
                }
            }
            long goal = sleeping ? Math.min(entered.get(), tasks) : entered.get() - MOST_WAITING;
            for (int tries = 0; scene.account.out() < goal && !ended; tries++) {
                if (tries < 100) {
                    Thread.yield();
                } else {
                    LockSupport.parkNanos(20_000);
                }
            }
        }
    }

    private void work(FakeWorker worker) {
        while (!ended) {
            if (scene.ask(worker) != null) {
                continue;
            }
            if (!sleeping) {
                Thread.yield();
                continue;
            }
            // The worker announces its sleep before its last search, so that either the search sees a push or the push
            // sees the sleeper.
            worker.fallAsleep();
            if (scene.ask(worker) != null) {
                worker.wakeUp();
                continue;
            }
            while (worker.isAsleep() && !ended) {
                LockSupport.park(this);
            }
        }
    }

    /**
     * Calls methods that are allowed at any time. If workers must be woken by the component, it only calls those that
     * wake no worker.
     */
    private void nudge() {
        SplittableRandom random = new SplittableRandom(seed - 1);
        FakeTask unknown = new FakeTask(0, Codelets.EITHER, 0);
        while (!ended) {
            switch (random.nextInt(sleeping ? 3 : 5)) {
                case 0 -> expect(scene.component.estimatedEnd() >= 0, "estimatedEnd() was negative");
                case 1 -> {
                    double load = scene.component.estimatedLoad();
                    expect(load >= 0 && Double.isFinite(load), "estimatedLoad() was " + load);
                }
                case 2 -> expect(scene.component.expectedNanos() >= 0, "expectedNanos() was negative");
                case 3 ->
                    scene.component.canPush(
                            scene.children().get(random.nextInt(scene.children().size())));
                default -> scene.component.canPull(unknown);
            }
            LockSupport.parkNanos(100_000);
        }
    }

    private void expect(boolean right, String otherwise) {
        if (!right) {
            scene.account.offend(otherwise + " while other threads used the component");
        }
    }

    private Thread thread(String name, Runnable body) {
        return Thread.ofPlatform().daemon().name(name).unstarted(() -> {
            try {
                body.run();
            } catch (Throwable thrown) {
                failures.add(thrown);
            }
        });
    }

    private void expectNoFailures() {
        scene.account.check();
        Throwable first = failures.peek();
        if (first != null) {
            throw new AssertionError(failures.size() + " failures, the first: " + first + "; seed " + seed, first);
        }
    }
}
