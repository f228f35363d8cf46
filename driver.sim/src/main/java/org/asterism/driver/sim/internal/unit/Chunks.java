package org.asterism.driver.sim.internal.unit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Takes memory from a device in large chunks for small requests, so that these cost less, as in StarPU's runtime. It
 * reports when the device itself is asked. It only counts, because the position within a chunk does not matter.
 */
final class Chunks {
    private static final long CHUNK = 32L << 20;
    private static final long LARGEST = CHUNK / 8;
    private static final long BLOCK = 16L << 10;
    private static final int EMPTY_ONES_KEPT = 4;

    private final List<Chunk> chunks = new ArrayList<>();
    private final Map<Long, Chunk> homes = new HashMap<>();
    private int empty;

    private static final class Chunk {
        long left = CHUNK;
    }

    /** Takes memory; true if the device has to be asked for some. */
    boolean take(long address, long bytes) {
        if (bytes > LARGEST) {
            return true;
        }
        long blocks = round(bytes);
        for (Chunk chunk : chunks) {
            if (chunk.left >= blocks) {
                place(address, blocks, chunk);
                return false;
            }
        }
        Chunk made = new Chunk();
        chunks.add(made);
        empty++;
        place(address, blocks, made);
        return true;
    }

    private void place(long address, long blocks, Chunk chunk) {
        if (chunk.left == CHUNK) {
            empty--;
        }
        chunk.left -= blocks;
        homes.put(address, chunk);
    }

    /** Gives memory back; true if the device gets some. */
    boolean giveBack(long address, long bytes) {
        if (bytes > LARGEST) {
            return true;
        }
        Chunk chunk = homes.remove(address);
        chunk.left += round(bytes);
        if (chunk.left < CHUNK) {
            return false;
        }
        if (empty >= EMPTY_ONES_KEPT) {
            chunks.remove(chunk);
            return true;
        }
        empty++;
        return false;
    }

    private static long round(long bytes) {
        return (bytes + BLOCK - 1) / BLOCK * BLOCK;
    }
}
