package org.asterism.kit.policy.stealing;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A set of workers by their places in a crew, a bit each: to look at all of ten thousand takes 160 reads. Any thread
 * may use it; who relies on the order of a change and something else brings the memory order along, by a lock or a
 * fence.
 */
final class WorkerBits {
    private final int length;
    private final AtomicLongArray words;

    /** An empty set of places from 0. */
    WorkerBits(int length) {
        this.length = length;
        words = new AtomicLongArray((length + 63) >>> 6);
    }

    boolean has(int place) {
        return (words.getAcquire(place >>> 6) & (1L << place)) != 0;
    }

    /** Adds a place; writes only if it is not in yet, so that a place that comes again and again costs a read. */
    void add(int place) {
        if (!has(place)) {
            words.getAndAccumulate(place >>> 6, 1L << place, (word, bit) -> word | bit);
        }
    }

    void remove(int place) {
        if (has(place)) {
            words.getAndAccumulate(place >>> 6, ~(1L << place), (word, others) -> word & others);
        }
    }

    /** The first place in the set from one place to before another, or -1. */
    int next(int from, int to) {
        int end = Math.min(to, length);
        int index = from >>> 6;
        if (from >= end) {
            return -1;
        }
        long word = words.getAcquire(index) & (-1L << from);
        while (word == 0) {
            if (++index << 6 >= end) {
                return -1;
            }
            word = words.getAcquire(index);
        }
        int place = (index << 6) + Long.numberOfTrailingZeros(word);
        return place < end ? place : -1;
    }
}
