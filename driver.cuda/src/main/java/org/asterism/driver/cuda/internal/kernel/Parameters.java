package org.asterism.driver.cuda.internal.kernel;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.asterism.api.KernelContext;
import org.asterism.api.device.DeviceBuffer;
import org.asterism.api.device.DeviceKernel;
import org.asterism.api.device.KernelArgument;
import org.asterism.kit.device.UntouchableMemory;

/**
 * The parameters of a launch in native memory, in the form that the driver requires: an address for each. The driver
 * has copied them when a launch returns, so each unit reuses one object for all its launches.
 */
final class Parameters implements AutoCloseable {
    /** Kernels have 4 KiB of parameters at most, of 1 byte each at least; nobody has so many. */
    private static final int MOST = 512;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment values = arena.allocate(MOST * JAVA_LONG.byteSize(), JAVA_LONG.byteSize());
    private final MemorySegment addresses = arena.allocate(MOST * JAVA_LONG.byteSize(), JAVA_LONG.byteSize());

    private final int[] bytes = new int[MOST];
    private int count;

    Parameters() {
        for (int index = 0; index < MOST; index++) {
            addresses.setAtIndex(JAVA_LONG, index, values.address() + index * JAVA_LONG.byteSize());
        }
    }

    /** Returns the number of parameters. */
    int count() {
        return count;
    }

    /** Returns the size of a parameter. */
    int bytes(int index) {
        return bytes[index];
    }

    /** Returns the address of the array of addresses. */
    MemorySegment addresses() {
        return addresses;
    }

    /**
     * Computes all parameters, which are {@link KernelArgument}s or values as
     * {@link org.asterism.api.device.DeviceContext#launch} has them.
     */
    void fill(List<?> arguments, DeviceKernel kernel, KernelContext context) {
        if (arguments.size() > MOST) {
            throw new IllegalArgumentException(arguments.size() + " arguments of a kernel: there may be " + MOST);
        }
        count = arguments.size();
        int index = 0;
        try {
            for (; index < arguments.size(); index++) {
                put(index, arguments.get(index), context);
            }
        } catch (IllegalStateException thrown) {
            throw UntouchableMemory.explain(thrown, "argument " + index + " of a kernel of " + kernel, context);
        }
    }

    private void put(int index, Object argument, KernelContext context) {
        switch (argument) {
            case KernelArgument computed -> put(index, computed, context);
            case DeviceBuffer buffer -> putLong(index, buffer.address());
            case Integer value -> putInt(index, value);
            case Long value -> putLong(index, value);
            case Float value -> putFloat(index, value);
            case Double value -> putDouble(index, value);
            case null, default ->
                throw new IllegalArgumentException("argument " + index + " of a kernel is "
                        + (argument == null
                                ? "null"
                                : "a " + argument.getClass().getName())
                        + ": give a DeviceBuffer, an Integer, Long, Float or Double, or a KernelArgument");
        }
    }

    private void putInt(int index, int value) {
        values.set(JAVA_INT, index * JAVA_LONG.byteSize(), value);
        bytes[index] = Integer.BYTES;
    }

    private void putLong(int index, long value) {
        values.setAtIndex(JAVA_LONG, index, value);
        bytes[index] = Long.BYTES;
    }

    private void putFloat(int index, float value) {
        values.set(JAVA_FLOAT, index * JAVA_LONG.byteSize(), value);
        bytes[index] = Float.BYTES;
    }

    private void putDouble(int index, double value) {
        values.setAtIndex(JAVA_DOUBLE, index, value);
        bytes[index] = Double.BYTES;
    }

    private void put(int index, KernelArgument argument, KernelContext context) {
        switch (argument) {
            case KernelArgument.Memory memory ->
                putLong(
                        index,
                        context.data(memory.data()).buffer(memory.buffer()).address());
            case KernelArgument.IntValue number -> putInt(index, number.value().applyAsInt(context));
            case KernelArgument.LongValue number ->
                putLong(index, number.value().applyAsLong(context));
            case KernelArgument.FloatValue number ->
                putFloat(index, (float) number.value().applyAsDouble(context));
            case KernelArgument.DoubleValue number ->
                putDouble(index, number.value().applyAsDouble(context));
            case KernelArgument.LocalMemory local ->
                throw new IllegalArgumentException(
                        "argument " + index + " of a kernel is local memory, which CUDA has not:"
                                + " give its grid shared memory with Grid.withSharedBytes");
        }
    }

    @Override
    public void close() {
        arena.close();
    }
}
