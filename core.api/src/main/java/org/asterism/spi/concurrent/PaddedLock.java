package org.asterism.spi.concurrent;

/**
 * {@link SpinLock} that threads take for each task. It keeps later objects in memory off its cache line. If two cores
 * write the same line, or one writes and another reads it, that costs each of them more than the lock itself.
 *
 * <p>When to use: for a few locks of a policy, a component or the core, not for one per task, since each takes 144
 * bytes.
 */
public final class PaddedLock extends SpinLock {
    /**
     * Number that the lock guards, on the same cache line: its holder reads and writes it at no further cost. Queues
     * keep a counter in it. The lock itself does not use it.
     */
    public long number;

    long after0, after1, after2, after3, after4, after5, after6, after7;
    long after8, after9, after10, after11, after12, after13, after14;

    /** Makes an unlocked lock. */
    public PaddedLock() {}
}
