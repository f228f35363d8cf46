package org.asterism.tck;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.asterism.api.Task;
import org.asterism.spi.policy.SchedulingPolicy;

/**
 * Probe that makes a woken worker pop at once, on a separate thread and before the waking call returns. It detects
 * policies that wake a worker before the task can be popped.
 *
 * <p>A policy that wakes while it holds its lock makes that pop wait, which is slow but not wrong; the probe then
 * continues and checks the pop's result later.
 */
final class WakeProbe implements AutoCloseable {
    /** Time in milliseconds after which the probe assumes that the waking thread holds a lock that the pop needs. */
    private static final long LOCKED_AFTER_MS = 300;

    private record Wake(FakeWorker worker, Future<Task> popped) {}

    private final ExecutorService wokenWorkers = Executors.newThreadPerTaskExecutor(
            Thread.ofPlatform().daemon().name("woken-", 0).factory());
    private final List<Wake> wakes = new ArrayList<>();
    private final SchedulingPolicy policy;
    private final FakePolicyContext context;

    WakeProbe(SchedulingPolicy policy, FakePolicyContext context) {
        this.policy = policy;
        this.context = context;
        context.onWake(this::popAtOnce);
    }

    /** Puts a worker to sleep as the core does, after it has popped nothing. */
    void popUntilAsleep(FakeWorker worker) {
        while (context.popAs(worker, () -> policy.pop(worker)) != null) {
            fail(worker + " was given a task though none was pushed");
        }
        worker.fallAsleep();
    }

    private void popAtOnce(FakeWorker worker) {
        Future<Task> popped = wokenWorkers.submit(() -> popOrSleep(worker));
        wakes.add(new Wake(worker, popped));
        try {
            popped.get(LOCKED_AFTER_MS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException lockHeld) {
            // expect checks the result after the push has returned.
        } catch (ExecutionException | InterruptedException thrown) {
            throw new AssertionError("pop(" + worker + ") of a woken worker threw", thrown);
        }
    }

    private Task popOrSleep(FakeWorker worker) {
        Task task = context.popAs(worker, () -> policy.pop(worker));
        if (task == null) {
            worker.fallAsleep();
        }
        return task;
    }

    /** Fails unless a worker that was woken since the last call received the pushed task. */
    void expect(Task pushed) {
        List<FakeWorker> inVain = new ArrayList<>();
        if (!wasGiven(pushed, inVain)) {
            fail(
                    inVain.isEmpty()
                            ? "push of " + pushed
                                    + " woke nobody, though all workers slept or were busy with earlier tasks:"
                                    + " call PolicyContext.wakeOneFor(task) at its end"
                            : "push of " + pushed + " woke " + inVain
                                    + ", who found nothing to pop: wake a worker that can"
                                    + " execute the task, after the task can be popped");
        }
    }

    /**
     * Checks like {@link #expect}, but also accepts that a worker which is already awake receives the task at its next
     * pop.
     */
    void expectOrAwait(Task pushed, List<FakeWorker> workers) {
        if (wasGiven(pushed, new ArrayList<>())) {
            return;
        }
        for (FakeWorker worker : workers) {
            while (!worker.isAsleep()) {
                Task popped = popOrSleep(worker);
                if (popped == pushed) {
                    return;
                }
            }
        }
        fail("push of " + pushed
                + " woke nobody who was given it, and no worker that was awake already was given it: wake the"
                + " worker that the task is meant for, after the task can be popped");
    }

    private boolean wasGiven(Task pushed, List<FakeWorker> inVain) {
        for (Wake wake : wakes) {
            try {
                if (wake.popped.get(10, TimeUnit.SECONDS) == pushed) {
                    wakes.clear();
                    return true;
                }
                inVain.add(wake.worker);
            } catch (ExecutionException | TimeoutException | InterruptedException thrown) {
                throw new AssertionError("pop(" + wake.worker + ") of a woken worker did not return well", thrown);
            }
        }
        return false;
    }

    @Override
    public void close() {
        wokenWorkers.shutdownNow();
    }
}
