package org.asterism.driver.cuda.internal.kernel;

import org.asterism.driver.cuda.internal.library.CudaLibrary;

/**
 * A kernel of a program that is loaded on a device, for one worker. It caches the driver's answers about the kernel.
 */
final class Function {
    /** The shared memory that a block may have without a special setting. */
    private static final int SHARED_MEMORY = 48 << 10;

    private final CudaLibrary library;
    private final long handle;
    private final String name;
    private final int[] parameterBytes;
    private final int device;
    private int sharedBytes = SHARED_MEMORY;
    private int bestBlock;

    /**
     * A kernel.
     *
     * @param handle the driver's, which all workers and descriptions of the kernel share
     * @param device the number of the device on which it is loaded
     */
    Function(CudaLibrary library, long handle, String name, int device) {
        this.library = library;
        this.device = device;
        this.handle = handle;
        this.name = name;
        this.parameterBytes = library.parameterBytes(handle);
    }

    long handle() {
        return handle;
    }

    String name() {
        return name;
    }

    /**
     * Has the driver let blocks have so much dynamic shared memory. It takes the last word for all who launch the
     * kernel; so everybody says the same: as much as the device has.
     */
    void share(int bytes) {
        if (bytes <= sharedBytes) {
            return;
        }
        int own = library.ownSharedMemory(handle);
        int most = library.deviceAttribute(CudaLibrary.MOST_SHARED_MEMORY, device) - own;
        if (bytes > most) {
            throw new IllegalArgumentException("kernel '" + name + "' is launched with " + bytes
                    + " bytes of shared memory for a block, but the device has " + most + " at most"
                    + (own == 0 ? "" : " besides the kernel's own " + own)
                    + ": ask for less with Grid.withSharedBytes");
        }
        library.allowSharedMemory(handle, most);
        sharedBytes = most;
    }

    /** Threads of a good block. */
    int bestBlock(long dynamicBytes) {
        if (dynamicBytes > 0) {
            return library.bestBlock(handle, dynamicBytes);
        }
        if (bestBlock == 0) {
            bestBlock = library.bestBlock(handle, 0);
        }
        return bestBlock;
    }

    /**
     * Refuses arguments that are not the parameters, as far as the driver tells: it reads as many bytes as a parameter
     * has, whatever is there.
     */
    void check(Parameters given) {
        if (parameterBytes == null || parameterBytes.length == 0) {
            return;
        }
        if (given.count() != parameterBytes.length) {
            throw new IllegalArgumentException("kernel '" + name + "' has " + parameterBytes.length
                    + " parameters, but is given " + given.count() + ": give one argument for each");
        }
        for (int index = 0; index < parameterBytes.length; index++) {
            int wanted = parameterBytes[index];
            // Small integers are the lower bytes of an int.
            boolean fits =
                    given.bytes(index) == wanted || given.bytes(index) == Integer.BYTES && wanted < Integer.BYTES;
            if (!fits) {
                throw new IllegalArgumentException("parameter " + index + " of kernel '" + name + "' has " + wanted
                        + " bytes, but is given " + given.bytes(index)
                        + ": give an int or a float for 4, a long, a double or memory for 8, and structures "
                        + "by a pointer");
            }
        }
    }
}
