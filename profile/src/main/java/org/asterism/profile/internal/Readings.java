package org.asterism.profile.internal;

import java.util.Arrays;
import java.util.List;
import org.asterism.api.Architecture;

/**
 * Readings of the contexts that a worker is in. Of several contexts, each standing counts with its longest time, and
 * the better ones count first until all of the time is accounted for. One thread at a time.
 */
final class Readings {
    private static final Standing[] BEST_FIRST = {
        Standing.AVAILABLE,
        Standing.PUSHING,
        Standing.STOPPED,
        Standing.FOREIGN,
        Standing.LIMITED,
        Standing.BLOCKED,
        Standing.NOTHING
    };

    private final Architecture architecture;
    private final long[] now = new long[Standing.COUNT];
    private final long[] most = new long[Standing.COUNT];
    private List<ContextClock> contexts = List.of();
    private long[][] marks = {};
    private long mark;

    Readings(Architecture architecture) {
        this.architecture = architecture;
    }

    void begin(List<ContextClock> in, long time) {
        contexts = in;
        marks = new long[in.size()][Standing.COUNT];
        for (int index = 0; index < marks.length; index++) {
            in.get(index).read(architecture, time, marks[index]);
        }
        mark = time;
    }

    /** The time in each standing since the last reading; valid until the next one. */
    long[] since(long time) {
        Arrays.fill(most, 0);
        for (int index = 0; index < marks.length; index++) {
            contexts.get(index).read(architecture, time, now);
            for (int standing = 0; standing < now.length; standing++) {
                most[standing] = Math.max(most[standing], now[standing] - marks[index][standing]);
            }
            System.arraycopy(now, 0, marks[index], 0, now.length);
        }
        long left = Math.max(0, time - mark);
        mark = Math.max(mark, time);
        most[Standing.OUTSIDE.ordinal()] = marks.length == 0 ? left : 0;
        for (Standing standing : BEST_FIRST) {
            most[standing.ordinal()] = Math.min(most[standing.ordinal()], left);
            left -= most[standing.ordinal()];
        }
        return most;
    }

    /** The task that a worker of the first context took last, or null. */
    TaskRecord lastPopped() {
        return contexts.isEmpty() ? null : contexts.getFirst().lastPopped();
    }

    /** A task that the first context has for this kind of worker just now, or null. */
    TaskRecord kept() {
        return contexts.isEmpty() ? null : contexts.getFirst().kept(architecture);
    }

    /** What keeps tasks from the worker, in words. */
    String limit(Standing standing) {
        return contexts.isEmpty()
                ? "the worker is in no context"
                : contexts.getFirst().limit(standing);
    }
}
