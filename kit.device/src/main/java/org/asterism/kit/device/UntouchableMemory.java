package org.asterism.kit.device;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.asterism.api.KernelContext;
import org.asterism.api.Task;

/**
 * Segments that name memory which the host cannot touch, such as a device's. Code may ask for their addresses and
 * sizes, and slice them. A read or write throws an exception, because their arena is closed; {@link #explain} says what
 * that means.
 */
public final class UntouchableMemory {
    /** All addresses there are. Slices of it may be made when its arena is closed, while a new segment may not. */
    private static final MemorySegment ALL = everything();

    /** What the JDK says when a segment's arena is closed. */
    private static final String CLOSED = "Already closed";

    private UntouchableMemory() {}

    @SuppressWarnings("restricted") // nobody can touch it
    private static MemorySegment everything() {
        try (Arena arena = Arena.ofShared()) {
            return MemorySegment.NULL.reinterpret(Long.MAX_VALUE, arena, null);
        }
    }

    /**
     * Names memory.
     *
     * @param address where it begins; from 0, whether anything is there or not
     * @param bytes how far it reaches
     * @return a segment whose address and size can be asked for, and nothing else
     */
    public static MemorySegment at(long address, long bytes) {
        return ALL.asSlice(address, bytes);
    }

    /**
     * Tells the author of a function that is called for a launch that it has touched memory of the device, if that is
     * what was thrown.
     *
     * @param thrown by the function
     * @param what which function that was, such as {@code argument 2 of kernel 'scale'}
     * @param context of the launch
     * @return names the task and its data, and says what to do instead; {@code thrown} itself if it is something else
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

    /** By name, unless the kernel prepares the task's data and so sees others. */
    private static String data(KernelContext context) {
        Task task = context.task();
        int count = context.dataCount();
        return IntStream.range(0, count)
                .mapToObj(index -> "data " + index
                        + (count == task.dataCount() ? " '" + task.handle(index).name() + "'" : ""))
                .collect(Collectors.joining(", "));
    }
}
