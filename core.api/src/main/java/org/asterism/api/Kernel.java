package org.asterism.api;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * The implementation of a codelet in Java, for CPU cores. Several workers run the same kernel object at the same time,
 * on different data, so it must not keep state of its own.
 */
@ConsumerType
@FunctionalInterface
public interface Kernel extends Implementation {
    /**
     * Does the work of one task, on the worker's thread. It may submit further tasks; it must not wait for tasks.
     *
     * @param context the data and the argument of the task; valid until this method returns
     * @throws Exception if the work cannot be done: the task fails with this cause, and so do the tasks that depend on
     *     it
     */
    void run(KernelContext context) throws Exception;
}
