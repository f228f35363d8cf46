package org.asterism.itest.container;

import static org.junit.Assert.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.asterism.api.Codelet;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;

/** Tasks that count how often each of them ran, and of which only as many may end as the test allows. */
final class CountedTasks {
    private final int number;
    private final AtomicIntegerArray runs;
    private final AtomicInteger ended = new AtomicInteger();
    private final Semaphore allowed = new Semaphore(0);
    private final Codelet codelet;
    private int allowedInAll;

    CountedTasks(int number) {
        this.number = number;
        runs = new AtomicIntegerArray(number);
        codelet = Codelet.named("counted")
                .access()
                .cpu(kernel -> {
                    allowed.acquireUninterruptibly();
                    runs.incrementAndGet(kernel.argument(Integer.class));
                    ended.incrementAndGet();
                })
                .build();
    }

    /** Submits tasks {@code from} to {@code to - 1}, every tenth of them after the one before it. */
    List<Task> submit(TaskRuntime runtime, int from, int to) {
        return submit(runtime.defaultContext(), from, to);
    }

    /** The same in a context. */
    List<Task> submit(SchedulingContext context, int from, int to) {
        List<Task> submitted = new ArrayList<>(to - from);
        for (int index = from; index < to; index++) {
            Task task = context.task(codelet).argument(index).priority(index % 7);
            if (index % 10 == 9 && index > from) {
                task.after(submitted.getLast());
            }
            submitted.add(task.submit());
        }
        return submitted;
    }

    List<Task> submitAll(TaskRuntime runtime) {
        return submit(runtime, 0, number);
    }

    /** Allows further tasks to end; any thread. */
    synchronized void allow(int more) {
        allowedInAll += more;
        allowed.release(more);
    }

    synchronized void allowAll() {
        allow(number - allowedInAll);
    }

    /** Waits until all tasks have ended that may. */
    void awaitAllowed() {
        Await.until(allowedInAll + " tasks have run", () -> ended.get() == allowedInAll);
    }

    int ended() {
        return ended.get();
    }

    void assertEachRanOnce() {
        for (int index = 0; index < number; index++) {
            assertEquals("runs of task " + index, 1, runs.get(index));
        }
    }
}
