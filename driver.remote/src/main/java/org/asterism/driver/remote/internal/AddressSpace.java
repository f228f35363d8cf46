package org.asterism.driver.remote.internal;

import java.util.HashMap;
import java.util.Map;

/**
 * The addresses of a member's memory. This side hands them out, so an allocation needs no answer of the member. No
 * address is used twice: what comes too late can never reach the memory of others. Thread-safe.
 */
final class AddressSpace {
    private static final long ALIGNMENT = 64;
    private static final long FIRST = 1L << 12;

    private final Map<Long, Long> blocks = new HashMap<>();
    private long next = FIRST;
    private long taken;

    /**
     * Takes addresses.
     *
     * @param bytes more than 0
     * @param capacity the size of the memory
     * @return the first; negative if there is not enough memory left
     */
    synchronized long allocate(long bytes, long capacity) {
        if (bytes > capacity - taken || bytes > Long.MAX_VALUE - next - ALIGNMENT) {
            return -1;
        }
        long address = next;
        next = (address + bytes + ALIGNMENT - 1) & -ALIGNMENT;
        taken += bytes;
        blocks.put(address, bytes);
        return address;
    }

    /** Gives addresses back; false if they were not taken, or not with that size. */
    synchronized boolean free(long address, long bytes) {
        if (!blocks.remove(address, bytes)) {
            return false;
        }
        taken -= bytes;
        return true;
    }

    /** Returns the number of bytes in use. */
    synchronized long taken() {
        return taken;
    }
}
