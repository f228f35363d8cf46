package org.asterism.api.device;

import java.util.function.Supplier;
import org.asterism.api.KernelContext;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The context of {@link DeviceCode}: the task's data, the queue for its work, and the device.
 *
 * <p>The segments of data views name the device's memory. Code may ask for their shapes, but must not touch their
 * content.
 *
 * <p>Handles are those of the device's own interface, as numbers, so that any binding to it can use them: for CUDA
 * {@code CUstream}, {@code CUcontext} and the ordinal of the {@code CUdevice}, for OpenCL {@code cl_command_queue},
 * {@code cl_context} and {@code cl_device_id}. Only the thread that runs the code may use the context; for CUDA the
 * device's context is current on it.
 */
@ProviderType
public interface DeviceContext extends KernelContext {
    /**
     * The queue that the task's work belongs into.
     *
     * @return the handle of an in-order queue, or of one that the driver orders by itself
     */
    long queue();

    /**
     * The device's context.
     *
     * @return its handle
     */
    long deviceContext();

    /**
     * The device.
     *
     * @return its handle
     */
    long device();

    /**
     * Returns the location of one buffer of the task's data.
     *
     * @param data position in the task's list of handles, from 0
     * @param buffer the number of the buffer within the data, from 0
     * @return memory of the device; strides between rows are the view's
     * @throws IndexOutOfBoundsException if there is no such data, or no such buffer
     */
    DeviceBuffer buffer(int data, int buffer);

    /**
     * Returns the location of the first buffer of the task's data.
     *
     * @param data position in the task's list of handles, from 0
     * @return memory of the device
     * @throws IndexOutOfBoundsException if there is no such data
     */
    default DeviceBuffer buffer(int data) {
        return buffer(data, 0);
    }

    /**
     * Allocates memory of the device for intermediate results, until the task's work in the queue has ended. Each call
     * within one task gives further memory.
     *
     * @param bytes the size; more than 0
     * @return memory whose content is undefined, aligned for every element
     * @throws IllegalStateException if the device has less memory left: the message says how much
     */
    DeviceBuffer workspace(long bytes);

    /**
     * Inspects some bytes of the device's memory when the task's work has ended, before the task ends. An example is
     * the number by which a library tells whether it has succeeded. The bytes are copied behind the work that is in the
     * queue by now, and nothing waits for them meanwhile. If the work itself fails nothing is inspected.
     *
     * @param buffer memory of this task; a few bytes, at most 4096
     * @param inspection gets the copy; if it throws, the task fails. Several inspections are called in their order,
     *     until one throws
     * @throws UnsupportedOperationException if the driver cannot do that
     */
    default void inspect(DeviceBuffer buffer, Inspection inspection) {
        throw new UnsupportedOperationException(
                "the driver of " + worker().name() + " cannot have results inspected when a task's work has ended");
    }

    /**
     * Puts a kernel into the queue, with its own arguments and grid.
     *
     * @param kernel in a language of the device
     * @throws Exception if it cannot be compiled or launched: says why, with the compiler's log
     */
    void launch(DeviceKernel kernel) throws Exception;

    /**
     * Puts a kernel into the queue.
     *
     * @param kernel in a language of the device; its name is used, its own arguments and grid are not
     * @param grid the work items that run it
     * @param arguments one per parameter: {@link DeviceBuffer}, {@link Integer}, {@link Long}, {@link Float} or
     *     {@link Double}; a {@link KernelArgument} is computed
     * @throws Exception if it cannot be compiled or launched; the message gives the reason, with the compiler's log
     */
    void launch(DeviceKernel kernel, Grid grid, Object... arguments) throws Exception;

    /**
     * Returns an object that the code keeps for the queue, such as the handle of a library that is bound to it. The
     * first call makes it, and it is closed on the same thread when the worker ends.
     *
     * @param <T> its type
     * @param type the key under which it is kept
     * @param make makes it
     * @return the same object for all tasks of this worker
     */
    <T extends AutoCloseable> T attached(Class<T> type, Supplier<? extends T> make);
}
