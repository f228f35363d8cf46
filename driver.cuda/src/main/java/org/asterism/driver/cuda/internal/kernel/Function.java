package org.asterism.driver.cuda.internal.kernel;

import org.asterism.driver.cuda.internal.library.CudaLibrary;

/** A kernel of a program that is loaded on a device, as one worker knows it: what it asks the driver about it, it asks once. */
final class Function {
    private final CudaLibrary library;
    private final long handle;
    private final String name;
    private final int[] parameterBytes;
    private final SharedMemory sharedMemory;
    private int bestBlock;

    Function(CudaLibrary library, long handle, SharedMemory sharedMemory, String name) {
        this.library = library;
        this.sharedMemory = sharedMemory;
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

    /** Has the driver let blocks have so much dynamic shared memory. */
    void share(int bytes) {
        sharedMemory.allow(bytes);
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

    /** Refuses arguments that are not the parameters, as far as the driver tells: it reads as many bytes as a parameter has, whatever is there. */
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
                throw new IllegalArgumentException(
                        "parameter " + index + " of kernel '" + name + "' has " + wanted
                                + " bytes, but is given " + given.bytes(index)
                                + ": give an int or a float for 4, a long, a double or memory for 8, and structures by a pointer");
            }
        }
    }
}
