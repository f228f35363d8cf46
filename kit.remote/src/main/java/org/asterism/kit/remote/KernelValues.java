package org.asterism.kit.remote;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.asterism.api.KernelContext;
import org.asterism.api.data.DataView;

/**
 * The argument of a task and the views of its data, as a member sees them.
 *
 * @param argument the argument, or null
 * @param views one per handle
 */
public record KernelValues(Object argument, List<DataView> views) {
    /** Copies the list. */
    public KernelValues {
        views = List.copyOf(views);
    }

    /**
     * Writes the values of a task.
     *
     * @param context the context of its launch, with views of the member's memory
     * @param classes tells which classes the member can find
     * @return the bytes
     * @throws IllegalArgumentException if a value is of a class that cannot be sent; names the class and the remedy
     */
    public static byte[] encode(KernelContext context, ClassFinder classes) {
        WireOutput out = new WireOutput();
        ValueCodec.write(context.argument(Object.class), out, classes);
        out.putInt(context.dataCount());
        for (int index = 0; index < context.dataCount(); index++) {
            ValueCodec.writeView(context.data(index), out, classes);
        }
        return out.toArray();
    }

    /**
     * Reads the values of a task.
     *
     * @param bytes as {@link #encode} wrote them
     * @param classes finds classes of records and enums
     * @param segments finds the memory of views
     * @return the values
     * @throws IllegalArgumentException if they are none, or not allowed; views of the API's layouts must fit their
     *     memory
     */
    public static KernelValues decode(byte[] bytes, ClassFinder classes, SegmentFinder segments) {
        WireInput in = new WireInput(ByteBuffer.wrap(bytes));
        Object argument = ValueCodec.read(in, classes);
        int count = in.getLength(1);
        List<DataView> views = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            views.add(ValueCodec.readView(in, classes, segments));
        }
        in.requireEnd();
        return new KernelValues(argument, views);
    }

    /**
     * Writes a result.
     *
     * @param result anything
     * @param classes tells which classes the coordinator can find
     * @return the bytes
     * @throws IllegalArgumentException if it is of a class that cannot be sent; names the class and the remedy
     */
    public static byte[] encodeResult(Object result, ClassFinder classes) {
        WireOutput out = new WireOutput();
        ValueCodec.write(result, out, classes);
        return out.toArray();
    }

    /**
     * Reads a result.
     *
     * @param bytes as {@link #encodeResult} wrote them
     * @param classes finds classes of records and enums
     * @return the result
     * @throws IllegalArgumentException if it is none, or not allowed
     */
    public static Object decodeResult(byte[] bytes, ClassFinder classes) {
        WireInput in = new WireInput(ByteBuffer.wrap(bytes));
        Object result = ValueCodec.read(in, classes);
        in.requireEnd();
        return result;
    }
}
