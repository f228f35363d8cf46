package org.asterism.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.asterism.api.Architecture;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;

/**
 * Concurrent use of a policy: threads that push, and workers that pop, sleep and are woken.
 *
 * <p>On request, the policy is replaced meanwhile by a new one of the same factory. As in the core, a gate admits
 * pushes and pops together, and a replacement alone.
 */
final class ConcurrentUse {
    private static final int PUSHERS = 2;

    private final SchedulingPolicyFactory factory;
    private final Duration patience;
    private final long seed;
    private final FakePolicyContext context;
    private final List<FakeWorker> workers = List.of(
            new FakeWorker(0, Architecture.CPU),
            new FakeWorker(1, Architecture.CUDA),
            new FakeWorker(2, Architecture.CPU));
    private final Thread[] threads = new Thread[workers.size()];
    private final ReentrantReadWriteLock gate = new ReentrantReadWriteLock();
    private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final AtomicInteger popped = new AtomicInteger();
    private final CountDownLatch allPopped = new CountDownLatch(1);
    private SchedulingPolicy policy;
    private AtomicIntegerArray timesPopped;
    private volatile boolean ended;

    ConcurrentUse(SchedulingPolicyFactory factory, Map<String, String> properties, Duration patience, long seed) {
        this.factory = factory;
        this.patience = patience;
        this.seed = seed;
        context = new FakePolicyContext(properties, System::nanoTime);
        context.setWorkers(workers);
        context.onWake(worker -> LockSupport.unpark(threads[worker.id()]));
        policy = create();
    }

    private SchedulingPolicy create() {
        SchedulingPolicy created = factory.create(context);
        created.addWorkers(List.copyOf(workers));
        return created;
    }

    /** Pushes tasks, replaces policies, and fails unless each task comes out exactly once. */
    void run(int tasks, int swaps) throws InterruptedException {
        timesPopped = new AtomicIntegerArray(tasks);
        for (FakeWorker worker : workers) {
            threads[worker.id()] = thread("tck-" + worker, () -> work(worker));
        }
        List<Thread> all = new ArrayList<>(List.of(threads));
        for (int pusher = 0; pusher < PUSHERS; pusher++) {
            int first = pusher;
            all.add(thread("tck-pusher-" + pusher, () -> pushEvery(first, tasks)));
        }
        all.forEach(Thread::start);
        try {
            swapAndWatch(tasks, swaps);
        } finally {
            ended = true;
            for (Thread thread : all) {
                LockSupport.unpark(thread);
                thread.join(patience);
            }
        }
        policy.drain(task -> failures.add(new AssertionError(task + " came out though all had come out before")));
        policy.close();
        for (int id = 0; id < tasks; id++) {
            assertEquals(1, timesPopped.get(id), "times that task " + id + " came out; seed " + seed);
        }
        assertNoFailures();
    }

    /** Waits for the last task. Fails if no task comes out within the test's patience. */
    private void swapAndWatch(int tasks, int swaps) throws InterruptedException {
        int seen = -1;
        int swapped = 0;
        long since = System.nanoTime();
        while (popped.get() < tasks) {
            assertNoFailures();
            if (swapped < swaps && popped.get() >= (long) tasks * swapped / swaps) {
                swap();
                swapped++;
            }
            if (popped.get() != seen) {
                seen = popped.get();
                since = System.nanoTime();
            } else if (System.nanoTime() - since > patience.toNanos()) {
                fail("only " + seen + " of " + tasks + " tasks came out, then none for " + patience.toSeconds()
                        + " s while "
                        + workers.stream().filter(FakeWorker::isAsleep).toList()
                        + " slept: tasks were lost, or pushed without waking a worker; seed " + seed);
            }
            allPopped.await(1, TimeUnit.MILLISECONDS);
        }
    }

    private void swap() {
        gate.writeLock().lock();
        try {
            List<Task> drained = new ArrayList<>();
            policy.drain(drained::add);
            policy.close();
            policy = create();
            drained.forEach(policy::push);
        } finally {
            gate.writeLock().unlock();
        }
    }

    private void pushEvery(int first, int tasks) {
        SplittableRandom random = new SplittableRandom(seed + first);
        for (int id = first; id < tasks && !ended; id += PUSHERS) {
            FakeTask task = new FakeTask(id, Codelets.any(random), random.nextInt(-3, 4));
            if (random.nextInt(8) == 0) {
                int not = random.nextInt(2) * 2; // one of the two CPUs; the other may run CPU tasks
                task.where((Worker worker) -> worker.id() != not);
            }
            gate.readLock().lock();
            try {
                policy.push(task);
            } finally {
                gate.readLock().unlock();
            }
        }
    }

    private void work(FakeWorker worker) {
        while (!ended) {
            if (popOne(worker)) {
                continue;
            }
            // The worker announces its sleep before its last search, so that either the search sees a push or the push
            // sees the sleeper.
            worker.fallAsleep();
            if (popOne(worker)) {
                worker.wakeUp();
                continue;
            }
            while (worker.isAsleep() && !ended) {
                LockSupport.park(this);
            }
        }
    }

    private boolean popOne(FakeWorker worker) {
        Task task;
        gate.readLock().lock();
        try {
            task = context.popAs(worker, () -> policy.pop(worker));
            if (task == null) {
                return false;
            }
            worker.run((FakeTask) task, policy);
        } finally {
            gate.readLock().unlock();
        }
        if (!worker.canExecute(task)) {
            failures.add(new AssertionError(worker + " was given " + task + ", which it cannot execute"));
        }
        if (timesPopped.incrementAndGet((int) task.id()) > 1) {
            failures.add(new AssertionError(task + " came out twice"));
        }
        if (popped.incrementAndGet() == timesPopped.length()) {
            allPopped.countDown();
        }
        return true;
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

    private void assertNoFailures() {
        Throwable first = failures.peek();
        if (first != null) {
            throw new AssertionError(failures.size() + " failures, the first: " + first + "; seed " + seed, first);
        }
    }
}
