package org.asterism.core.internal.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Codelet;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;

/**
 * Swaps policies that keep priorities while one worker runs tasks that were all ready before: it must run them by
 * priority.
 */
public final class PrioritiesUnderSwaps {
    /** How often the worker waits for a swap, at least. */
    private static final int SWAPS = 10;

    private record Entry(int number, int priority) {}

    private PrioritiesUnderSwaps() {}

    /**
     * Fails if a task overtakes one of a higher priority, or an earlier one of the same.
     *
     * @param runtime with one worker, on the first of the policies
     * @param policies which take turns, by name
     */
    public static void check(TaskRuntime runtime, List<String> policies, int tasks, Random random)
            throws InterruptedException {
        SchedulingContext context = runtime.defaultContext();
        Queue<Entry> order = new ConcurrentLinkedQueue<>();
        AtomicInteger ran = new AtomicInteger();
        AtomicInteger swaps = new AtomicInteger(); // negative when no more are to come
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Codelet hold = Codelet.named("hold")
                .access()
                .cpu(kernel -> {
                    held.countDown();
                    go.await();
                })
                .build();
        Codelet note = Codelet.named("note")
                .access()
                .cpu(kernel -> {
                    order.add(kernel.argument(Entry.class));
                    if (ran.incrementAndGet() % (tasks / SWAPS) == 0) {
                        int before = swaps.get();
                        Await.await(() -> before < 0 || swaps.get() != before);
                    }
                })
                .build();
        context.task(hold).submit();
        held.await();
        List<Entry> expected = new ArrayList<>();
        for (int number = 0; number < tasks; number++) {
            Entry entry = new Entry(number, random.nextInt(-3, 4));
            expected.add(entry);
            context.task(note).argument(entry).priority(entry.priority()).submit();
        }
        expected.sort(Comparator.comparingInt(Entry::priority).reversed());
        for (String policy : policies) {
            context.usePolicy(policy); // each of them has all tasks once
        }
        go.countDown();
        try {
            while (!context.waitAll(Duration.ZERO)) {
                context.usePolicy(policies.get(swaps.get() % policies.size()));
                swaps.incrementAndGet();
            }
        } finally {
            swaps.set(-1);
        }
        assertEquals(expected, List.copyOf(order), "the order, with a swap now and then");
    }
}
