package org.asterism.trace.report.internal.analysis;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Iteration of a program: when its tasks were submitted, and when their kernels ran. */
public final class IterationCourse {
    private static final long NEVER = Long.MIN_VALUE;

    private final List<Long> numbers;
    private final String thread;
    private long began = NEVER;
    private long ended = NEVER;
    private long tasks;
    private long kernels;
    private long firstBegin = Long.MAX_VALUE;
    private long lastEnd = NEVER;

    IterationCourse(List<Long> numbers, String thread) {
        this.numbers = numbers;
        this.thread = thread;
    }

    void began(long time) {
        began = time;
    }

    void ended(long time) {
        ended = time;
    }

    void submitted() {
        tasks++;
    }

    void executed(long begin, long end) {
        kernels += end - begin;
        firstBegin = Math.min(firstBegin, begin);
        lastEnd = Math.max(lastEnd, end);
    }

    /**
     * Returns its number, behind those of the iterations that it is nested in.
     *
     * @return such as {@code 5} or {@code 5.2}
     */
    public String name() {
        return numbers.stream().map(Object::toString).collect(Collectors.joining("."));
    }

    List<Long> numbers() {
        return numbers;
    }

    /** Whether it is nested in no other one. */
    public boolean isOutermost() {
        return numbers.size() == 1;
    }

    /** The name of the thread that submitted its tasks. */
    public String thread() {
        return thread;
    }

    /** When the thread began it, in nanoseconds; empty if that was before the recording. */
    public OptionalLong began() {
        return time(began);
    }

    /** When the thread ended it, in nanoseconds; empty if that was after the recording. */
    public OptionalLong ended() {
        return time(ended);
    }

    /** The number of its tasks. */
    public long tasks() {
        return tasks;
    }

    /** The time of their kernels, in nanoseconds. */
    public long kernels() {
        return kernels;
    }

    /** When its first kernel began, in nanoseconds; empty if none has run. */
    public OptionalLong firstBegin() {
        return lastEnd == NEVER ? OptionalLong.empty() : OptionalLong.of(firstBegin);
    }

    /** When its last kernel ended, in nanoseconds; empty if none has run. */
    public OptionalLong lastEnd() {
        return time(lastEnd);
    }

    private static OptionalLong time(long time) {
        return time == NEVER ? OptionalLong.empty() : OptionalLong.of(time);
    }
}
