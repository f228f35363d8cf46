package org.asterism.driver.opencl.internal.memory;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The memory objects of a memory, by address. One thread at a time adds and removes; any thread may look up objects
 * that were added before.
 */
final class Allocations {
    private static final int FIRST_SIZE = 64;

    private volatile AtomicReferenceArray<Allocation> pieces = new AtomicReferenceArray<>(FIRST_SIZE);
    private final Deque<Integer> free = new ArrayDeque<>();
    private int used;

    /** Gives an object its addresses; null if there are none left. */
    MemorySegment add(Allocation allocation) {
        Integer piece = free.poll();
        if (piece == null) {
            if (used == MadeUpAddresses.MOST_PIECES) {
                return null;
            }
            piece = used++;
            grow(used);
        }
        pieces.set(piece, allocation);
        return MadeUpAddresses.segment(piece, allocation.bytes());
    }

    private void grow(int size) {
        AtomicReferenceArray<Allocation> former = pieces;
        if (size <= former.length()) {
            return;
        }
        AtomicReferenceArray<Allocation> larger = new AtomicReferenceArray<>(2 * former.length());
        for (int piece = 0; piece < former.length(); piece++) {
            larger.setPlain(piece, former.get(piece));
        }
        pieces = larger;
    }

    /**
     * Returns the memory object at a segment's address; null if it belongs to another memory, or if the segment reaches
     * beyond it.
     */
    Allocation at(MemorySegment segment) {
        int piece = MadeUpAddresses.piece(segment.address());
        AtomicReferenceArray<Allocation> known = pieces;
        if (piece < 0 || piece >= known.length()) {
            return null;
        }
        Allocation found = known.get(piece);
        boolean within =
                found != null && MadeUpAddresses.offset(segment.address()) + segment.byteSize() <= found.bytes();
        return within ? found : null;
    }

    /** Takes an object out by the segment that {@link #add} gave; null if it is not there. */
    Allocation remove(MemorySegment segment) {
        Allocation found = at(segment);
        if (found == null || MadeUpAddresses.offset(segment.address()) != 0 || segment.byteSize() != found.bytes()) {
            return null;
        }
        int piece = MadeUpAddresses.piece(segment.address());
        pieces.set(piece, null);
        free.push(piece);
        return found;
    }

    /** Gives back what is left when the memory ends, such as the data on a device that was lost. */
    void releaseAll() {
        for (int piece = 0; piece < used; piece++) {
            Allocation left = pieces.getAndSet(piece, null);
            if (left != null) {
                left.release();
            }
        }
    }
}
