package org.asterism.bench.revisions;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Measures the time until a core sees a write of another core. The cost of tasks that go from thread to thread depends
 * on this time. It varies on a virtual machine, because the hypervisor may move the virtual processors to cores that
 * share a cache, or to cores that do not.
 */
final class CacheLine {
    private static final int ROUND_TRIPS = 10_000;
    private static final int LOOKS_PER_YIELD = 1000;

    /**
     * Index at which both threads write in turn, far from both ends of the array, where other objects may share the
     * cache line.
     */
    private static final int WORD = 32;

    private CacheLine() {}

    /** Nanoseconds for one way, by a word that two threads write in turn; meaningless on a single processor. */
    static double nanos() throws InterruptedException {
        AtomicIntegerArray words = new AtomicIntegerArray(2 * WORD);
        Thread other = new Thread(() -> answer(words));
        other.start();
        words.set(WORD, 1);
        awaitValue(words, 2); // the other one runs now
        long begin = System.nanoTime();
        for (int trip = 1; trip < ROUND_TRIPS; trip++) {
            words.setRelease(WORD, 2 * trip + 1);
            awaitValue(words, 2 * trip + 2);
        }
        double nanos = (System.nanoTime() - begin) / 2.0 / (ROUND_TRIPS - 1);
        other.join();
        return nanos;
    }

    private static void answer(AtomicIntegerArray words) {
        for (int trip = 0; trip < ROUND_TRIPS; trip++) {
            awaitValue(words, 2 * trip + 1);
            words.setRelease(WORD, 2 * trip + 2);
        }
    }

    private static void awaitValue(AtomicIntegerArray words, int value) {
        for (int looks = 1; words.getAcquire(WORD) != value; looks++) {
            if (looks % LOOKS_PER_YIELD == 0) {
                Thread.yield(); // the other thread may be waiting for this processor
            } else {
                Thread.onSpinWait();
            }
        }
    }
}
