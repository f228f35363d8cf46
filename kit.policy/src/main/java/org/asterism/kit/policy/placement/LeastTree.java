package org.asterism.kit.policy.placement;

import java.util.Arrays;

/**
 * Segment tree of numbers, which finds the first position with the least number. Each inner node holds the least number
 * of its two halves. A change takes logarithmic time in the number of positions, and mostly less.
 *
 * <p><b>Threads.</b> One at a time.
 */
final class LeastTree {
    /** A position without a number. */
    static final long NONE = Long.MAX_VALUE;

    private final int leaves;
    private final long[] least;

    LeastTree(int positions) {
        leaves = positions <= 1 ? 1 : Integer.highestOneBit(positions - 1) << 1;
        least = new long[2 * leaves];
        Arrays.fill(least, NONE);
    }

    void set(int position, long number) {
        int node = leaves + position;
        if (least[node] == number) {
            return;
        }
        least[node] = number;
        for (node >>= 1; node > 0; node >>= 1) {
            long now = Math.min(least[2 * node], least[2 * node + 1]);
            if (least[node] == now) {
                return;
            }
            least[node] = now;
        }
    }

    /** The least number, or {@link #NONE}. */
    long least() {
        return least[1];
    }

    /** The first position whose number is not above a limit; -1 if there is none. */
    int firstNotAbove(long limit) {
        if (least[1] > limit || least[1] == NONE) {
            return -1;
        }
        int node = 1;
        while (node < leaves) {
            node *= 2;
            if (least[node] > limit) {
                node++;
            }
        }
        return node - leaves;
    }
}
