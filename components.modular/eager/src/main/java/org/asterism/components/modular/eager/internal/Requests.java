package org.asterism.components.modular.eager.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.asterism.spi.concurrent.Padded;

/**
 * The numbers of running requests and of those that still wait for a task, in one word, so that both change by one
 * atomic operation. The word has cache lines of its own, so that it does not slow down reads of the fields beside it.
 *
 * <p><b>Threads.</b> Any number.
 */
final class Requests {
    private static final long ASKING = 1L << 32;
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Word.class, "state", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private abstract static class Word extends Padded {
        /** Running requests in the upper half, and in the lower half those that still wait. */
        volatile long state;
    }

    private static final class PaddedWord extends Word {
        long after0, after1, after2, after3, after4, after5, after6, after7;
        long after8, after9, after10, after11, after12, after13, after14;
    }

    private final Word word = new PaddedWord();

    private static long askings(long state) {
        return state >>> 32;
    }

    private static long wishes(long state) {
        return state & (ASKING - 1);
    }

    /** Whether any request is running, served or not. */
    boolean areRunning() {
        return askings(word.state) > 0;
    }

    /** Whether a request waits for a task. */
    boolean areOpen() {
        return wishes(word.state) > 0;
    }

    /** Counts a request that waits. */
    void begin() {
        STATE.getAndAdd(word, ASKING + 1);
    }

    /** Counts that a waiting request got its task. */
    void serve() {
        STATE.getAndAdd(word, -1L);
    }

    /**
     * Ends a request.
     *
     * @param isOpen whether it still waited
     */
    void end(boolean isOpen) {
        STATE.getAndAdd(word, isOpen ? -ASKING - 1 : -ASKING);
    }

    /**
     * Ends one of several requests that cannot be told apart. It counts as waiting only if all of them wait.
     *
     * @return whether it waited
     */
    boolean endOne() {
        while (true) {
            long before = word.state;
            long after = before - ASKING;
            boolean isOpen = wishes(after) > askings(after);
            if (STATE.compareAndSet(word, before, isOpen ? after - 1 : after)) {
                return isOpen;
            }
        }
    }

    /** Serves a request, if one waits. */
    boolean tryServe() {
        for (long before = word.state; wishes(before) > 0; before = word.state) {
            if (STATE.compareAndSet(word, before, before - 1)) {
                return true;
            }
        }
        return false;
    }

    /** Lets a served request wait again, unless all of these have ended. */
    boolean tryReopen() {
        for (long before = word.state; wishes(before) < askings(before); before = word.state) {
            if (STATE.compareAndSet(word, before, before + 1)) {
                return true;
            }
        }
        return false;
    }
}
