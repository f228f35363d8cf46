package org.asterism.core.internal.task;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.asterism.spi.concurrent.SpinLock;

/**
 * The tags that programs have named, each with its present round.
 *
 * <p>The table consists of stripes, each with its own lock and a table with open addressing and linear probing (Knuth,
 * The Art of Computer Programming, vol. 3, 6.4). Entries are removed without leaving gaps (algorithm R there). A
 * look-up costs one uncontended compare-and-set and mostly one probe. No number is boxed, and a tag costs two to four
 * slots besides its round. Programs often number their tags. So blocks of neighbouring tags share a stripe and one or
 * two cache lines of its table, and the collector has fewer changed parts of the table to look at.
 *
 * <p>JCTools' map from long would need no locks, but it exists on {@code sun.misc.Unsafe} only. The virtual machine
 * warns the users of any program about that. A map of the JDK would box each number and add an entry of 32 bytes.
 */
final class TagTable {
    private static final int STRIPE_BITS = 6;
    private static final int LEAST = 16;

    /** Number of low bits in which the tags of a block differ; these tags lie side by side. */
    private static final int BLOCK_BITS = 3;

    /** 2^64 divided by the golden ratio, which spreads sequences evenly. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final Stripe[] stripes = new Stripe[1 << STRIPE_BITS];

    TagTable() {
        for (int index = 0; index < stripes.length; index++) {
            stripes[index] = new Stripe();
        }
    }

    private Stripe stripe(long tag) {
        return stripes[(int) (hash(tag) >>> (Long.SIZE - STRIPE_BITS))];
    }

    /**
     * Returns the same number for all tags of a block. It is multiplied twice, because its upper bits choose the
     * stripe, and the lower ones the place there.
     */
    private static long hash(long tag) {
        long once = (tag >>> BLOCK_BITS) * SPREAD;
        long twice = (once ^ once >>> Integer.SIZE) * SPREAD;
        return twice ^ twice >>> 29;
    }

    /** A tag's present round, which begins if nobody has named the tag before. */
    Round round(long tag) {
        Stripe stripe = stripe(tag);
        stripe.lock();
        try {
            return stripe.findOrAdd(tag);
        } finally {
            stripe.unlock();
        }
    }

    /** A tag's present round, or null if nobody has named it. */
    Round find(long tag) {
        Stripe stripe = stripe(tag);
        stripe.lock();
        try {
            return stripe.rounds[stripe.slot(tag)];
        } finally {
            stripe.unlock();
        }
    }

    /** Begins a new round if the present one is done. */
    void restart(long tag) {
        Stripe stripe = stripe(tag);
        stripe.lock();
        try {
            int slot = stripe.slot(tag);
            Round present = stripe.rounds[slot];
            if (present != null && present.isDone()) {
                stripe.rounds[slot] = new Round(tag);
            }
        } finally {
            stripe.unlock();
        }
    }

    /** Takes a tag out; its last round, or null. */
    Round remove(long tag) {
        Stripe stripe = stripe(tag);
        stripe.lock();
        try {
            return stripe.remove(tag);
        } finally {
            stripe.unlock();
        }
    }

    /** Takes all tags out, and calls back with their last rounds. */
    void clear(Consumer<Round> removed) {
        for (Stripe stripe : stripes) {
            stripe.snapshot(true).forEach(removed);
        }
    }

    /** Calls back with the present round of each tag. */
    void forEach(Consumer<Round> visitor) {
        for (Stripe stripe : stripes) {
            stripe.snapshot(false).forEach(visitor);
        }
    }

    /** A part of the table. Only the thread that holds its lock may use its fields. */
    private static final class Stripe extends SpinLock {
        private Round[] rounds = new Round[LEAST];
        private int size;

        private static int home(long tag, int length) {
            long hash = hash(tag);
            long inBlock = (tag ^ hash >>> Integer.SIZE) & (1 << BLOCK_BITS) - 1;
            long place = (hash << BLOCK_BITS) + inBlock;
            return (int) place & length - 1;
        }

        /** Returns the position of a tag or, if it is missing, the position where it would have to be. */
        int slot(long tag) {
            int slot = home(tag, rounds.length);
            while (rounds[slot] != null && rounds[slot].tag() != tag) {
                slot = slot + 1 & rounds.length - 1;
            }
            return slot;
        }

        Round findOrAdd(long tag) {
            int slot = slot(tag);
            if (rounds[slot] != null) {
                return rounds[slot];
            }
            if (2 * ++size > rounds.length) {
                grow();
                slot = slot(tag);
            }
            Round added = new Round(tag);
            rounds[slot] = added;
            return added;
        }

        private void grow() {
            Round[] former = rounds;
            rounds = new Round[2 * former.length];
            for (Round round : former) {
                if (round != null) {
                    rounds[slot(round.tag())] = round;
                }
            }
        }

        Round remove(long tag) {
            int gap = slot(tag);
            Round removed = rounds[gap];
            if (removed == null) {
                return null;
            }
            size--;
            int mask = rounds.length - 1;
            for (int slot = gap + 1 & mask; rounds[slot] != null; slot = slot + 1 & mask) {
                // An entry that belongs at the gap or before it fills the gap and leaves a new one.
                int from = home(rounds[slot].tag(), rounds.length);
                if ((slot - from & mask) >= (slot - gap & mask)) {
                    rounds[gap] = rounds[slot];
                    gap = slot;
                }
            }
            rounds[gap] = null;
            return removed;
        }

        List<Round> snapshot(boolean takeOut) {
            List<Round> copy = new ArrayList<>();
            lock();
            try {
                for (Round round : rounds) {
                    if (round != null) {
                        copy.add(round);
                    }
                }
                if (takeOut) {
                    rounds = new Round[LEAST];
                    size = 0;
                }
            } finally {
                unlock();
            }
            return copy;
        }
    }
}
