package org.asterism.kit.remote;

/**
 * The addresses by which a coordinator names the memories of a member. The upper bits of an address are the number of
 * the memory: 0 for main memory, and from 1 for those of devices, in the order of the {@link Message.Offer}. So each
 * message that has an address tells the memory, too.
 */
public final class MemoryAddress {
    /** The number of memories of devices that a member may have. */
    public static final int MOST_DEVICES = 63;

    private static final int BITS = 57;

    private MemoryAddress() {}

    /**
     * Returns the memory of an address.
     *
     * @param address from 0
     * @return its number, from 0 to {@link #MOST_DEVICES}
     */
    public static int memory(long address) {
        return (int) (address >>> BITS) & MOST_DEVICES;
    }

    /**
     * Returns the first address of a memory.
     *
     * @param memory its number
     * @return the address
     */
    public static long first(int memory) {
        return (long) memory << BITS;
    }

    /**
     * Returns the last address of a memory.
     *
     * @param memory its number
     * @return the address
     */
    public static long last(int memory) {
        return first(memory) + (1L << BITS) - 1;
    }
}
