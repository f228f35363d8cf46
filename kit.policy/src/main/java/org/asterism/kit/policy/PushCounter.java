package org.asterism.kit.policy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.asterism.spi.concurrent.Padded;

/**
 * Counter of a policy's pushes. Its numbers are the stamps by which {@link TaskDeque}, {@link TaskPriorityQueue} and
 * {@link StampedTasks} order tasks. Every push writes it, so it has its own cache lines. Thread-safe.
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

    /** Creates a counter whose first number is 1. */
    public PushCounter() {}

    /**
     * Returns the number of one more push.
     *
     * @return number from 1; each is returned once
     */
    public long next() {
        return (long) NUMBER.getAndAdd(word, 1L) + 1;
    }

    /**
     * Returns how many numbers were returned so far.
     *
     * @return number of calls to {@link #next}
     */
    public long given() {
        return word.number;
    }
}
