package org.asterism.trace.export.internal.timeline;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.asterism.trace.TraceEvent;

/**
 * Steps that run in the order of their times, although some are known late: the begin of a kernel is only reported with
 * its end. A hold keeps all steps back that are not earlier than it. For one thread.
 *
 * <p>If very many steps wait for one hold, all holds end, so that the memory stays bounded: each gives its task the
 * time of its launch instead of that of its kernel's begin. A step that comes too late runs at the time of the last
 * one.
 */
public final class Timeline {
    private static final int CAPACITY = 200_000;

    private final PriorityQueue<Entry> waiting =
            new PriorityQueue<>(Comparator.comparingLong(Entry::time).thenComparingLong(Entry::number));
    private final Map<Object, Hold> holds = new LinkedHashMap<>();
    private final LongConsumer afterEachTime;
    private long entries;
    private long reached = Long.MIN_VALUE;

    private record Entry(long time, long number, LongConsumer step) {}

    private record Hold(long time, Runnable tooLong) {}

    /**
     * Makes a timeline.
     *
     * @param afterEachTime runs after the steps of each time, with the time
     */
    public Timeline(LongConsumer afterEachTime) {
        this.afterEachTime = afterEachTime;
    }

    /**
     * Adds a step.
     *
     * @param time when it happens, in nanoseconds
     * @param step runs with its time, or that of the last step if that is later
     */
    public void at(long time, LongConsumer step) {
        waiting.add(new Entry(Math.max(time, reached), entries++, step));
    }

    /**
     * Keeps steps back from now on.
     *
     * @param key names the hold
     * @param event is reported at the begin of the hold
     * @param tooLong runs if the hold ends because it has lasted too long
     */
    public void hold(Object key, TraceEvent event, Runnable tooLong) {
        holds.remove(key); // the order of insertion is that of the times
        holds.put(key, new Hold(event.time(), tooLong));
    }

    /**
     * Ends a hold.
     *
     * @param key names the hold
     */
    public void release(Object key) {
        holds.remove(key);
    }

    /**
     * Ends holds whose end nobody will report.
     *
     * @param isOver tells them by their key
     */
    public void releaseIf(Predicate<Object> isOver) {
        holds.keySet().removeIf(isOver);
    }

    /**
     * Runs all steps whose turn it is.
     *
     * @param now the time of the present event, in nanoseconds
     */
    public void advance(long now) {
        if (waiting.size() > CAPACITY) {
            holds.values().forEach(hold -> hold.tooLong().run());
            holds.clear();
        }
        // Holds begin in the order of the events, so the first one is the earliest.
        runBefore(holds.isEmpty() ? now : holds.values().iterator().next().time());
    }

    /** Runs all steps, at the end of the recording. */
    public void finish() {
        runBefore(Long.MAX_VALUE);
    }

    private void runBefore(long horizon) {
        while (!waiting.isEmpty() && waiting.peek().time() < horizon) {
            reached = waiting.peek().time();
            while (!waiting.isEmpty() && waiting.peek().time() == reached) {
                waiting.poll().step().accept(reached);
            }
            afterEachTime.accept(reached);
        }
    }
}
