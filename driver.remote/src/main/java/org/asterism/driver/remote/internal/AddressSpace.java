package org.asterism.driver.remote.internal;

import java.util.HashMap;
import java.util.Map;
import org.asterism.kit.remote.MemoryAddress;
import org.asterism.kit.remote.Message.Allocate;

/**
 * The addresses of one memory of a member. This side hands them out, so an allocation needs no answer of the member. No
 * address is used twice: what comes too late can never reach the memory of others. Thread-safe.
 */
final class AddressSpace {
    private static final long ALIGNMENT = 64;
    private static final long FIRST = 1L << 12;

    private final Map<Long, Long> blocks = new HashMap<>();
    private final long last;
    private long next;
    private long taken;

    /**
     * Makes it without blocks.
     *
     * @param memory the number of the memory
     */
    AddressSpace(int memory) {
        next = MemoryAddress.first(memory) + FIRST;
        last = MemoryAddress.last(memory);
    }

    /**
     * Takes addresses.
     *
     * @param bytes more than 0
     * @param capacity the size of the memory
     * @return the first; negative if there is not enough memory left
     */
    synchronized long allocate(long bytes, long capacity) {
        long charge = Allocate.charge(bytes);
        if (charge > capacity - taken || bytes > last - next - ALIGNMENT) {
            return -1;
        }
        long address = next;
        next = (address + bytes + ALIGNMENT - 1) & -ALIGNMENT;
        taken += charge;
        blocks.put(address, bytes);
        return address;
    }

    /** Forgets addresses, whose room is not free yet; false if they were not taken, or not with that size. */
    synchronized boolean forget(long address, long bytes) {
        return blocks.remove(address, bytes);
    }

    /** Gives the room of forgotten addresses back, once the member must hear of that before it hears of its use. */
    synchronized void giveBack(long bytes) {
        taken -= Allocate.charge(bytes);
    }

    /** Returns the number of bytes in use, as they are charged. */
    synchronized long taken() {
        return taken;
    }
}
