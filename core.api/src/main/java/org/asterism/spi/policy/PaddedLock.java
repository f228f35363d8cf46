package org.asterism.spi.policy;

/**
 * A {@link SpinLock} for a lock that threads take for each task. What lies behind it in memory is on other cache lines: a line
 * that two cores write in turn, or that one core writes and another reads, costs each of them more than a lock does.
 *
 * <p>When to use: for a few locks of a policy or component, not for one per task, since each takes 144 bytes.
 */
public final class PaddedLock extends SpinLock {
    /** A number that the lock guards: the stamp of the next task where tasks come in, how many are sorted where they leave. */
    long number;

    long after0, after1, after2, after3, after4, after5, after6, after7;
    long after8, after9, after10, after11, after12, after13, after14;

    /** Makes a lock that nobody holds. */
    public PaddedLock() {}
}
