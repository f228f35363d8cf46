package org.asterism.driver.cuda.internal.kernel;

import org.asterism.api.device.Grid;

/** Cuts a grid of threads into blocks, in the driver's form. */
final class Blocks {
    /** Threads of a warp: fewer in a block leave parts of the device idle. */
    private static final int WARP = 32;

    private static final long[] MOST_BLOCKS = {Integer.MAX_VALUE, 65535, 65535};

    private Blocks() {}

    /**
     * Says how many blocks there are, and how many threads in each.
     *
     * @param out gets blocks in x, y and z, then threads in x, y and z
     */
    static void of(Grid grid, Function function, int[] out) {
        long[] items = grid.items();
        long[] group = grid.group();
        if (group.length == 0) {
            group = chosen(items, function.bestBlock(grid.sharedBytes()));
        }
        for (int dimension = 0; dimension < 3; dimension++) {
            long threads = dimension < group.length ? group[dimension] : 1;
            long blocks = dimension < items.length ? Math.ceilDiv(items[dimension], threads) : 1;
            if (blocks > MOST_BLOCKS[dimension] || threads > Integer.MAX_VALUE) {
                throw new IllegalArgumentException("the kernel " + function.name() + " has a grid of " + grid
                        + ", which is "
                        + blocks + " blocks in dimension " + dimension + ": CUDA allows " + MOST_BLOCKS[dimension]
                        + ", so make groups larger");
            }
            out[dimension] = (int) blocks;
            out[3 + dimension] = (int) threads;
        }
    }

    /** As many threads as are good, a warp of them along the first dimension, where memory is read in lines. */
    private static long[] chosen(long[] items, int best) {
        long[] group = new long[items.length];
        long left = Math.max(1, best);
        for (int dimension = 0; dimension < items.length; dimension++) {
            boolean last = dimension == items.length - 1;
            long wanted = last ? left : dimension == 0 ? WARP : 4;
            long needed = dimension == 0 ? Math.ceilDiv(items[0], WARP) * WARP : items[dimension];
            group[dimension] = Math.max(1, Math.min(Math.min(wanted, needed), left));
            left = Math.max(1, left / group[dimension]);
        }
        if (group.length == 3) {
            group[2] = Math.min(group[2], 64);
        }
        return group;
    }
}
