package org.asterism.core.internal.oracle;

import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Access;

/** One task of a random graph: what was planned, and what was seen of it. */
final class Step {
    /** A piece of data and what the task does with it. */
    record Use(Piece piece, Access mode) {
        /** Whether only something is added, so that the order does not matter. */
        boolean adds() {
            return mode.writes() && (piece.root().summed() || mode == Access.COMMUTE || mode == Access.REDUX);
        }

        boolean looksAt() {
            return mode.reads() && !adds() && !piece.root().summed();
        }
    }

    final int number;
    final Use[] uses;
    int[] after = {};
    int[] afterTags = {};
    int[] endsAfter = {};
    boolean tagged;
    boolean unordered;
    int priority;

    /** How many attempts fail before one works, and how many there may be. */
    int failing;

    int attempts = 1;
    int rounds = 1;

    /** Whether the program itself does it, with an acquisition. */
    boolean byProgram;

    /** Counts kernels that returned, and all that began. */
    final AtomicInteger returned = new AtomicInteger();

    final AtomicInteger begun = new AtomicInteger();

    /** Counts how often the program was told of the end. */
    final AtomicInteger ended = new AtomicInteger();

    /** Whether the task was called off with success. */
    volatile boolean calledOff;

    /** Whether it was submitted to a context that may be closed, which ends a task that repeats after any round. */
    boolean inPassingContext;

    /** How it ended. */
    Outcome outcome;

    enum Outcome {
        DONE,
        FAILED,
        CANCELLED
    }

    Step(int number, Use[] uses) {
        this.number = number;
        this.uses = uses;
    }

    boolean isDone() {
        return outcome == Outcome.DONE;
    }

    /** Whether it takes its turn on data, and keeps it until it has ended. */
    boolean takesTurns() {
        for (Use use : uses) {
            if (use.mode() == Access.COMMUTE || use.piece().root().arbitrated()) {
                return true;
            }
        }
        return false;
    }

    boolean mustFail() {
        return failing >= attempts;
    }

    /** Whether its last round that ended is what its data contain, although it did not end well. */
    boolean leavesDataOfARound() {
        return outcome == Outcome.CANCELLED && rounds > 1 && returned.get() > 0;
    }

    long mix(long read) {
        long mixed = (read ^ number) * 0x9E3779B97F4A7C15L;
        return mixed ^ (mixed >>> 29);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("step " + number + (byProgram ? " (acquired)" : "") + " " + outcome);
        for (Use use : uses) {
            text.append(' ').append(use.mode()).append(' ').append(use.piece());
        }
        text.append(" after ").append(java.util.Arrays.toString(after));
        text.append(" tags ").append(java.util.Arrays.toString(afterTags));
        text.append(" ends after ").append(java.util.Arrays.toString(endsAfter));
        text.append(" failing ").append(failing).append(" of ").append(attempts);
        text.append(" rounds ").append(rounds).append(unordered ? " unordered" : "");
        return text.append(" begun ")
                .append(begun)
                .append(" returned ")
                .append(returned)
                .append(calledOff ? " called off" : "")
                .toString();
    }
}
