package org.asterism.api.data;

import java.util.ArrayList;
import java.util.List;

/**
 * A range of indices of one dimension.
 *
 * @param start its first index
 * @param size its number of indices
 */
record Chunk(long start, long size) {
    /**
     * Cuts a dimension into pieces of which the first are longer by one, if they cannot be equal. With a halo, each
     * piece reaches that far into its neighbours, and the outermost ones keep the border of the whole.
     */
    static List<Chunk> cut(long size, int parts, long halo) {
        long inner = size - 2 * halo;
        List<Chunk> chunks = new ArrayList<>(parts);
        for (int part = 0; part < parts; part++) {
            long start = part * (inner / parts) + Math.min(inner % parts, part);
            chunks.add(new Chunk(start, inner / parts + (part < inner % parts ? 1 : 0) + 2 * halo));
        }
        return chunks;
    }

    /** Cuts a dimension into pieces of a size, of which the last may be shorter. */
    static List<Chunk> ofSize(long size, long each) {
        List<Chunk> chunks = new ArrayList<>();
        for (long start = 0; start < size; start += each) {
            chunks.add(new Chunk(start, Math.min(each, size - start)));
        }
        return chunks;
    }

    /** Cuts a dimension into pieces of given sizes, one behind the other. */
    static List<Chunk> ofSizes(List<Long> sizes) {
        List<Chunk> chunks = new ArrayList<>(sizes.size());
        long start = 0;
        for (long size : sizes) {
            chunks.add(new Chunk(start, size));
            start += size;
        }
        return chunks;
    }
}
