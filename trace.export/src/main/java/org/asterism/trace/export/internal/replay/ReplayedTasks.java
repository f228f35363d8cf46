package org.asterism.trace.export.internal.replay;

import java.util.Arrays;
import org.asterism.trace.export.internal.output.TextOutput;

/** Ids, codelets and priorities of the tasks that steps are about, in the order of their first steps. */
final class ReplayedTasks {
    private static final int WIDTH = 3;

    private long[] values = new long[WIDTH << 8];
    private int used;

    /** Adds a task, and returns its place. */
    int add(long id, int codelet, int priority) {
        if (used + WIDTH > values.length) {
            values = Arrays.copyOf(values, used + used / 2);
        }
        values[used] = id;
        values[used + 1] = codelet;
        values[used + 2] = priority;
        used += WIDTH;
        return used / WIDTH - 1;
    }

    /** Writes three numbers per task, separated by commas. */
    void writeTo(TextOutput out) {
        for (int at = 0; at < used; at++) {
            out.text(at == 0 ? "" : ",").number(values[at]);
        }
    }
}
