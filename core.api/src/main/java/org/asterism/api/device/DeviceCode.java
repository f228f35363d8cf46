package org.asterism.api.device;

import org.asterism.api.Implementation;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * The implementation of a codelet in Java that makes a device work, by calling a library such as cuBLAS or by launching
 * several kernels.
 *
 * <p>It must not wait for the device. It puts work into the queue that it gets, and the task ends when all of that work
 * has ended. Several workers run the same object at the same time, on different data.
 */
@ConsumerType
@FunctionalInterface
public interface DeviceCode extends Implementation {
    /**
     * Starts the work of one task, in the task's queue.
     *
     * @param context the task's data, the queue, and the device; valid until this method returns, except that the
     *     memory stays the task's until its work in the queue has ended
     * @throws Exception if the work cannot be done: the task fails with this cause, after the work in the queue has
     *     ended
     */
    void run(DeviceContext context) throws Exception;
}
