package org.asterism.api.device;

import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.asterism.api.KernelContext;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.VectorView;

/**
 * The source of a parameter of a {@link DeviceKernel}.
 *
 * <p>The worker that launches the kernel calls the functions, once per launch. They must be quick. The data views that
 * they get have shapes, but their memory is the device's and cannot be read. A function that reads it fails the task
 * with a message that says so.
 */
public sealed interface KernelArgument {
    /**
     * The memory of one of the task's data: a {@code __global} pointer in OpenCL C, a pointer in CUDA C.
     *
     * @param data position in the task's list of handles, from 0
     * @param buffer the number of the buffer within the data, from 0; sparse matrices have several buffers
     */
    record Memory(int data, int buffer) implements KernelArgument {}

    /**
     * A 32 bit integer.
     *
     * @param value the function that computes the value
     */
    record IntValue(ToIntFunction<? super KernelContext> value) implements KernelArgument {}

    /**
     * A 64 bit integer.
     *
     * @param value the function that computes the value
     */
    record LongValue(ToLongFunction<? super KernelContext> value) implements KernelArgument {}

    /**
     * A {@code float}.
     *
     * @param value the function that computes the value, which is rounded
     */
    record FloatValue(ToDoubleFunction<? super KernelContext> value) implements KernelArgument {}

    /**
     * A {@code double}.
     *
     * @param value the function that computes the value
     */
    record DoubleValue(ToDoubleFunction<? super KernelContext> value) implements KernelArgument {}

    /**
     * A {@code __local} pointer to memory that each work group gets; OpenCL only, for CUDA see
     * {@link Grid#sharedBytes}.
     *
     * @param bytes the function that computes the size
     */
    record LocalMemory(ToLongFunction<? super KernelContext> bytes) implements KernelArgument {}

    /**
     * The memory of the first buffer of one of the task's data.
     *
     * @param data position in the task's list of handles, from 0
     * @return the argument
     */
    static KernelArgument data(int data) {
        return new Memory(data, 0);
    }

    /**
     * The memory of one buffer of one of the task's data.
     *
     * @param data position in the task's list of handles, from 0
     * @param buffer the number of the buffer within the data, from 0
     * @return the argument
     */
    static KernelArgument data(int data, int buffer) {
        return new Memory(data, buffer);
    }

    /**
     * A 32 bit integer.
     *
     * @param value computes it
     * @return the argument
     */
    static KernelArgument intValue(ToIntFunction<? super KernelContext> value) {
        return new IntValue(value);
    }

    /**
     * A 64 bit integer.
     *
     * @param value computes it
     * @return the argument
     */
    static KernelArgument longValue(ToLongFunction<? super KernelContext> value) {
        return new LongValue(value);
    }

    /**
     * A {@code float}.
     *
     * @param value computes it; rounded
     * @return the argument
     */
    static KernelArgument floatValue(ToDoubleFunction<? super KernelContext> value) {
        return new FloatValue(value);
    }

    /**
     * A {@code double}.
     *
     * @param value computes it
     * @return the argument
     */
    static KernelArgument doubleValue(ToDoubleFunction<? super KernelContext> value) {
        return new DoubleValue(value);
    }

    /**
     * Memory that each work group gets; OpenCL only.
     *
     * @param bytes computes how much
     * @return the argument
     */
    static KernelArgument localMemory(ToLongFunction<? super KernelContext> bytes) {
        return new LocalMemory(bytes);
    }

    /**
     * The number of elements of a vector, as a 32 bit integer.
     *
     * @param data position in the task's list of handles, from 0
     * @return the argument; launches fail if the number does not fit
     */
    static KernelArgument length(int data) {
        return intValue(
                kernel -> Math.toIntExact(kernel.view(data, VectorView.class).length()));
    }

    /**
     * The number of rows of a matrix, as a 32 bit integer.
     *
     * @param data position in the task's list of handles, from 0
     * @return the argument; launches fail if the number does not fit
     */
    static KernelArgument rows(int data) {
        return intValue(
                kernel -> Math.toIntExact(kernel.view(data, MatrixView.class).rows()));
    }

    /**
     * The number of columns of a matrix, as a 32 bit integer.
     *
     * @param data position in the task's list of handles, from 0
     * @return the argument; launches fail if the number does not fit
     */
    static KernelArgument columns(int data) {
        return intValue(
                kernel -> Math.toIntExact(kernel.view(data, MatrixView.class).columns()));
    }

    /**
     * The number of elements from the beginning of one row of a matrix to the next on the device, as a 32-bit integer.
     *
     * @param data position in the task's list of handles, from 0
     * @return the argument; launches fail if the number does not fit
     */
    static KernelArgument leadingDimension(int data) {
        return intValue(
                kernel -> Math.toIntExact(kernel.view(data, MatrixView.class).leadingDimension()));
    }
}
