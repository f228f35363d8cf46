package org.asterism.remote.member.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The ranges of a block that have no content yet: disjoint, and not adjacent. Not thread-safe. */
final class BlankRanges {
    /** A range, without its end. */
    record Range(long from, long to) {}

    /** The ends of the ranges by their beginnings. */
    private final TreeMap<Long, Long> ends = new TreeMap<>();

    /** Makes one range. */
    BlankRanges(long bytes) {
        ends.put(0L, bytes);
    }

    /** Returns what of a range is blank. */
    List<Range> within(long from, long to) {
        List<Range> found = new ArrayList<>(1);
        Map.Entry<Long, Long> entry = first(from);
        while (entry != null && entry.getKey() < to) {
            long begin = Math.max(from, entry.getKey());
            long end = Math.min(to, entry.getValue());
            if (begin < end) {
                found.add(new Range(begin, end));
            }
            entry = ends.higherEntry(entry.getKey());
        }
        return found;
    }

    private Map.Entry<Long, Long> first(long from) {
        Map.Entry<Long, Long> before = ends.floorEntry(from);
        return before == null ? ends.ceilingEntry(from) : before;
    }

    /** A range has content now. */
    void remove(long from, long to) {
        for (Range blank : within(from, to)) {
            Map.Entry<Long, Long> around = ends.floorEntry(blank.from());
            if (around.getKey() < blank.from()) {
                ends.put(around.getKey(), blank.from());
            } else {
                ends.remove(around.getKey());
            }
            if (blank.to() < around.getValue()) {
                ends.put(blank.to(), around.getValue());
            }
        }
    }

    boolean isEmpty() {
        return ends.isEmpty();
    }
}
