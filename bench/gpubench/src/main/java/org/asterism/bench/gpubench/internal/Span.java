package org.asterism.bench.gpubench.internal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A period of time with an activity.
 *
 * @param what name of the activity, for people
 * @param begin start in nanoseconds of the runtime's clock
 * @param end end in nanoseconds of the runtime's clock
 * @param bytes the size of a copy; 0 for a kernel
 */
record Span(String what, long begin, long end, long bytes) {
    /** The same stretches without overlaps, in order. */
    static List<Span> union(List<Span> spans) {
        List<Span> sorted = new ArrayList<>(spans);
        sorted.sort(Comparator.comparingLong(Span::begin));
        List<Span> union = new ArrayList<>();
        for (Span span : sorted) {
            if (!union.isEmpty() && span.begin <= union.getLast().end) {
                Span last = union.removeLast();
                union.add(new Span("", last.begin, Math.max(last.end, span.end), last.bytes + span.bytes));
            } else {
                union.add(span);
            }
        }
        return union;
    }

    /** Returns the time during which at least one of the spans lasted, in nanoseconds. */
    static long covered(List<Span> spans) {
        return union(spans).stream().mapToLong(span -> span.end - span.begin).sum();
    }

    /** Returns the time during which spans of both kinds lasted at once, in nanoseconds. */
    static long common(List<Span> some, List<Span> others) {
        List<Span> both = new ArrayList<>(some);
        both.addAll(others);
        return covered(some) + covered(others) - covered(both);
    }

    /** A line of characters: a mark where a stretch of the line's time has one of the spans. */
    static String picture(List<Span> spans, long from, long to, int width, char mark) {
        StringBuilder line = new StringBuilder(".".repeat(width));
        double scale = width / (double) Math.max(1, to - from);
        for (Span span : spans) {
            int first = Math.clamp((long) ((span.begin - from) * scale), 0, width - 1);
            int last = Math.clamp((long) ((span.end - 1 - from) * scale), first, width - 1);
            for (int at = first; at <= last; at++) {
                line.setCharAt(at, mark);
            }
        }
        return line.toString();
    }
}
