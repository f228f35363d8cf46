package org.asterism.core.internal.worker;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.asterism.api.Architecture;

/**
 * The sleeping workers of a runtime.
 *
 * <p>A thread that has work for others first reads their number, which is mostly zero. Then it looks for the first
 * sleeper of the required architectures, by id, which costs a look at one bit per worker.
 *
 * <p><b>Memory order.</b> A worker counts itself and sets its bit before it announces its sleep, and clears the bit on
 * its own thread when it is stepped again. So each sleeping worker has its bit, and a bit may belong to a worker that
 * has just been woken.
 */
public final class Sleepers {
    private static final int SEGMENT = 1 << 12;

    /** The bits of workers of one architecture. Segments are only ever added. */
    private static final class Bits {
        private volatile AtomicLongArray[] segments = {};

        /** Between which ids there have ever been workers: those of one architecture mostly have neighbouring ids. */
        private volatile int least = Integer.MAX_VALUE;

        private volatile int greatest = -1;

        AtomicLongArray segmentToSet(int id) {
            if (id < least || id > greatest) {
                widen(id);
            }
            return segment(id);
        }

        private synchronized void widen(int id) {
            least = Math.min(least, id);
            greatest = Math.max(greatest, id);
        }

        AtomicLongArray segment(int id) {
            AtomicLongArray[] known = segments;
            return id / SEGMENT < known.length ? known[id / SEGMENT] : lengthened(id);
        }

        private synchronized AtomicLongArray lengthened(int id) {
            AtomicLongArray[] longer = segments;
            while (longer.length <= id / SEGMENT) {
                longer = Arrays.copyOf(longer, longer.length + 1);
                longer[longer.length - 1] = new AtomicLongArray(SEGMENT / Long.SIZE);
            }
            segments = longer;
            return longer[id / SEGMENT];
        }

        /** The first id that is not less than a number and has its bit, or -1. */
        int next(int from) {
            AtomicLongArray[] known = segments;
            int last = greatest;
            for (int id = Math.max(from, least);
                    id <= last && id / SEGMENT < known.length;
                    id = (id / Long.SIZE + 1) * Long.SIZE) {
                long word = known[id / SEGMENT].get(id % SEGMENT / Long.SIZE) & -1L << id;
                if (word != 0) {
                    return id / Long.SIZE * Long.SIZE + Long.numberOfTrailingZeros(word);
                }
            }
            return -1;
        }
    }

    private final AtomicInteger number = new AtomicInteger();
    private final AtomicLong risings = new AtomicLong();
    private final Bits[] byArchitecture = new Bits[Long.SIZE];

    public Sleepers() {
        Arrays.setAll(byArchitecture, index -> new Bits());
    }

    public int number() {
        return number.get();
    }

    /**
     * The first worker that sleeps, or has just been woken, of some architectures.
     *
     * @param architectures as bits
     * @param from the least id
     * @return its id, or -1
     */
    public int next(long architectures, int from) {
        int first = -1;
        for (long rest = architectures; rest != 0; rest &= rest - 1) {
            int index = Long.numberOfTrailingZeros(rest);
            int found = byArchitecture[index].next(from);
            if (found >= 0 && (first < 0 || found < first)) {
                first = found;
            }
        }
        return first;
    }

    void set(int id, Architecture architecture) {
        byArchitecture[architecture.index()]
                .segmentToSet(id)
                .getAndUpdate(id % SEGMENT / Long.SIZE, word -> word | 1L << id);
    }

    void clear(int id, Architecture architecture) {
        byArchitecture[architecture.index()]
                .segment(id)
                .getAndUpdate(id % SEGMENT / Long.SIZE, word -> word & ~(1L << id));
    }

    void oneMore() {
        number.incrementAndGet();
    }

    void oneLess() {
        number.decrementAndGet();
    }

    /**
     * Returns the number of times that a worker has risen so far. If the number stays the same while all workers are
     * seen at rest, all of them rested at the same time.
     */
    public long risings() {
        return risings.get();
    }

    void oneHasRisen() {
        risings.incrementAndGet();
    }
}
