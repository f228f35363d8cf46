package org.asterism.trace.export.internal.replay;

import org.asterism.trace.export.internal.output.TextOutput;

/** Writes the first steps of a recording, up to a limit, and counts all. For one thread. */
final class Steps {
    private final TextOutput out;
    private final int most;
    private final Runnable beforeFirst;
    private long total;
    private long lastTime;

    /**
     * Makes an empty one.
     *
     * @param out takes six numbers per step, separated by commas
     * @param most the greatest number of steps to write
     * @param beforeFirst writes what stands before the steps; not called without a step
     */
    Steps(TextOutput out, int most, Runnable beforeFirst) {
        this.out = out;
        this.most = most;
        this.beforeFirst = beforeFirst;
    }

    /** Whether a step will be written; one that is not is counted by {@link #leaveOut}. */
    boolean hasRoom() {
        return total < most;
    }

    void leaveOut() {
        total++;
    }

    /**
     * Writes a step. Tasks and places are numbers of the page, -1 for none; times are nanoseconds since the recording's
     * begin.
     */
    void add(StepKind kind, int context, long time, int task, int place, int thread) {
        if (total == 0) {
            beforeFirst.run();
        } else {
            out.line(",");
        }
        out.number(kind.ordinal()).text(",").number(context).text(",").number(time - lastTime);
        out.text(",").number(task).text(",").number(place).text(",").number(thread);
        total++;
        lastTime = time;
    }

    /** The number of all steps. */
    long total() {
        return total;
    }

    /** The number of steps that were written. */
    long written() {
        return Math.min(total, most);
    }

    /** The time of the last step that was written. */
    long lastTime() {
        return lastTime;
    }
}
