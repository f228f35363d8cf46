package org.asterism.kit.policy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.asterism.spi.concurrent.Padded;

/**
 * Numbers the pushes of a policy: their numbers are the stamps by which {@link TaskDeque}, {@link TaskPriorityQueue}
 * and {@link StampedTasks} tell the order of tasks. Every push writes it, so it has cache lines of its own. Any thread.
 */
public final class PushCounter {
    private static final VarHandle NUMBER;

    static {
        try {
            NUMBER = MethodHandles.lookup().findVarHandle(Word.class, "number", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private abstract static class Word extends Padded {
        volatile long number;
    }

    private static final class PaddedWord extends Word {
        long after0, after1, after2, after3, after4, after5, after6, after7;
        long after8, after9, after10, after11, after12, after13, after14;
    }

    private final Word word = new PaddedWord();

    /** Makes a counter whose first number is 1. */
    public PushCounter() {}

    /**
     * Returns the number of one more push.
     *
     * @return from 1, each once
     */
    public long next() {
        return (long) NUMBER.getAndAdd(word, 1L) + 1;
    }

    /**
     * Returns how many numbers were given.
     *
     * @return 0 if none was
     */
    public long given() {
        return word.number;
    }
}
