package org.asterism.driver.cuda.internal.kernel;

import java.util.concurrent.locks.ReentrantLock;
import org.asterism.driver.cuda.internal.library.CudaLibrary;

/**
 * How much dynamic shared memory the driver lets a block of a kernel have. That is the kernel's on the device, whichever worker launches it and by
 * whichever description, and the driver takes the last word for it: so it only grows. For any thread with the device's context.
 */
final class SharedMemory {
    /** What a block may have without further ado. */
    private static final int USUAL = 48 << 10;

    private final CudaLibrary library;
    private final long function;

    /** Held while the driver is asked: only those wait who need its answer, too. */
    private final ReentrantLock asking = new ReentrantLock();

    private volatile int allowed = USUAL;

    SharedMemory(CudaLibrary library, long function) {
        this.library = library;
        this.function = function;
    }

    /** Has the driver let blocks have so many bytes. */
    void allow(int bytes) {
        if (bytes <= allowed) {
            return;
        }
        asking.lock();
        try {
            if (bytes > allowed) {
                library.allowSharedMemory(function, bytes);
                allowed = bytes;
            }
        } finally {
            asking.unlock();
        }
    }
}
