package org.asterism.kit.device;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.asterism.api.KernelContext;
import org.asterism.api.Task;

/**
 * Factory of segments for memory that the host cannot access, such as a device's memory. Code may read their addresses
 * and sizes, and slice them. Every access throws an exception, because their arena is closed; {@link #explain} turns it
 * into a helpful message.
 */
public final class UntouchableMemory {
    /**
     * Segment of the whole address space. It can be sliced after its arena was closed, while no new segment can be
     * created then.
     */
    private static final MemorySegment ALL = everything();

    /** Message of the JDK for an access to a segment with a closed arena. */
    private static final String CLOSED = "Already closed";

    private UntouchableMemory() {}

    @SuppressWarnings("restricted") // no code can access it
    private static MemorySegment everything() {
        try (Arena arena = Arena.ofShared()) {
            return MemorySegment.NULL.reinterpret(Long.MAX_VALUE, arena, null);
        }
    }

    /**
     * Returns a segment for a range of addresses.
     *
     * @param address first address; from 0, whether or not memory exists there
     * @param bytes size in bytes
     * @return a segment that only has an address and a size
     */
    public static MemorySegment at(long address, long bytes) {
        return ALL.asSlice(address, bytes);
    }

    /**
     * Returns an exception that explains to the author of a function that it accessed device memory. Other exceptions
     * are returned unchanged.
     *
     * @param thrown exception that the function threw
     * @param what description of the function, such as {@code argument 2 of kernel 'scale'}
     * @param context context of the launch
     * @return exception that names the task, its data and the remedy, or {@code thrown} itself
     */
    public static RuntimeException explain(RuntimeException thrown, String what, KernelContext context) {
        if (!(thrown instanceof IllegalStateException) || !CLOSED.equals(thrown.getMessage())) {
            return thrown;
        }
        Task task = context.task();
        return new IllegalStateException(
                what + " touches memory that the host cannot: of task " + task + ", codelet '"
                        + task.codelet().name() + "', with " + data(context) + " on "
                        + context.worker().name()
                        + ". Whatever a launch needs is computed on the host before the kernel runs, when data on a "
                        + "device"
                        + " tell their shapes and not their content. Give the value as the task's argument"
                        + " (Task.argument), have the kernel itself read it (KernelArgument.data), or have DeviceCode "
                        + "look"
                        + " at it when its work has ended (DeviceContext.inspect)",
                thrown);
    }

    /** Returns the names of the task's data, unless the kernel prepares the data and so sees others. */
    private static String data(KernelContext context) {
        Task task = context.task();
        int count = context.dataCount();
        return IntStream.range(0, count)
                .mapToObj(index -> "data " + index
                        + (count == task.dataCount() ? " '" + task.handle(index).name() + "'" : ""))
                .collect(Collectors.joining(", "));
    }
}
