package org.asterism.trace.internal.format;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * The tree that a context has from some time on. It is a definition and no record, because a recording in memory drops
 * old records, and still has to know the trees of those that it keeps.
 *
 * @param thread the number of the thread that reported it
 * @param time when it was reported, in nanoseconds
 * @param context the number of the context's name
 * @param policy the number of the policy's name; 0 if the context has no tree any more
 * @param parts its components, by names; the root first
 */
public record OfTree(int thread, long time, int context, int policy, List<Part> parts) implements Definition {
    private static final int LEAST_BYTES = 2 * Integer.BYTES + Long.BYTES + 2 * Integer.BYTES;
    private static final int LEAST_PART_BYTES = 5 * Integer.BYTES;
    private static final int RESERVOIR = 1;

    /**
     * A component.
     *
     * @param name the number of its name
     * @param kind the number of the name of its kind
     * @param reservoir whether it keeps tasks
     * @param children the places of its children among the parts, from 0
     * @param workers the numbers of the names of the workers below
     */
    public record Part(int name, int kind, boolean reservoir, int[] children, int[] workers) {
        private int bytes() {
            return LEAST_PART_BYTES + (children.length + workers.length) * Integer.BYTES;
        }
    }

    byte[] encode() {
        int length = LEAST_BYTES + parts.stream().mapToInt(Part::bytes).sum();
        ByteBuffer bytes = ByteBuffer.allocate(HEAD + length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(TREE)
                .putInt(length)
                .putInt(thread)
                .putLong(time)
                .putInt(context)
                .putInt(policy)
                .putInt(parts.size());
        for (Part part : parts) {
            bytes.putInt(part.name).putInt(part.kind).putInt(part.reservoir ? RESERVOIR : 0);
            put(bytes, part.children);
            put(bytes, part.workers);
        }
        return bytes.array();
    }

    private static void put(ByteBuffer bytes, int[] numbers) {
        bytes.putInt(numbers.length);
        for (int number : numbers) {
            bytes.putInt(number);
        }
    }

    static OfTree decode(int thread, ByteBuffer content) {
        long time = content.getLong();
        int context = content.getInt();
        int policy = content.getInt();
        List<Part> parts = new ArrayList<>();
        for (int left = content.getInt(); left > 0; left--) {
            int name = content.getInt();
            int kind = content.getInt();
            boolean reservoir = (content.getInt() & RESERVOIR) != 0;
            parts.add(new Part(name, kind, reservoir, numbers(content), numbers(content)));
        }
        return new OfTree(thread, time, context, policy, parts);
    }

    private static int[] numbers(ByteBuffer content) {
        int length = content.getInt();
        if (length < 0 || length > content.remaining() / Integer.BYTES) {
            throw new BufferUnderflowException();
        }
        int[] numbers = new int[length];
        for (int index = 0; index < length; index++) {
            numbers[index] = content.getInt();
        }
        return numbers;
    }
}
