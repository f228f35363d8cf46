package org.asterism.trace.internal.format;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.asterism.trace.TraceHandle;
import org.asterism.trace.TraceNode;
import org.asterism.trace.TraceThread;
import org.asterism.trace.TraceWorker;

/** Description of something that records name by its number. */
public sealed interface Definition
        permits Definition.Name,
                Definition.OfWorker,
                Definition.OfNode,
                Definition.OfHandle,
                Definition.OfThread,
                OfTree {
    /** Code of a definition in the file: a byte before its length and content. */
    byte NAME = 1;

    byte WORKER = 2;
    byte NODE = 3;
    byte HANDLE = 4;
    byte THREAD = 5;
    byte TREE = 6;

    /** Bytes before the content of each definition: its code and its length. */
    int HEAD = 1 + Integer.BYTES;

    /** A text with a number: a codelet, a context, a policy, or the description of a failure. */
    record Name(int id, String text) implements Definition {}

    record OfWorker(TraceWorker worker) implements Definition {}

    record OfNode(TraceNode node) implements Definition {}

    record OfHandle(TraceHandle handle) implements Definition {}

    record OfThread(TraceThread thread) implements Definition {}

    /** Encodes a definition with its code and length. */
    static byte[] encode(Definition definition) {
        return switch (definition) {
            case Name name -> bytes(NAME, name.id(), 0, 0, name.text(), "");
            case OfWorker(TraceWorker worker) ->
                bytes(WORKER, worker.id(), worker.node(), Integer.BYTES, worker.name(), worker.architecture());
            case OfNode(TraceNode node) -> bytes(NODE, node.id(), node.capacity(), Long.BYTES, node.name(), "");
            case OfHandle(TraceHandle handle) ->
                bytes(HANDLE, handle.id(), handle.bytes(), Long.BYTES, handle.name(), "");
            case OfThread(TraceThread thread) -> bytes(THREAD, thread.id(), 0, 0, thread.name(), "");
            case OfTree tree -> tree.encode();
        };
    }

    private static byte[] bytes(byte code, int id, long number, int numberBytes, String text, String second) {
        byte[] first = text.getBytes(StandardCharsets.UTF_8);
        byte[] other = second.getBytes(StandardCharsets.UTF_8);
        int secondLength = code == WORKER ? Integer.BYTES + other.length : 0;
        int length = 2 * Integer.BYTES + numberBytes + first.length + secondLength;
        ByteBuffer bytes = ByteBuffer.allocate(HEAD + length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(code)
                .putInt(length)
                .putInt(id);
        if (numberBytes == Integer.BYTES) {
            bytes.putInt((int) number);
        } else if (numberBytes == Long.BYTES) {
            bytes.putLong(number);
        }
        bytes.putInt(first.length).put(first);
        if (code == WORKER) {
            bytes.putInt(other.length).put(other);
        }
        return bytes.array();
    }

    /**
     * Decodes a definition.
     *
     * @param code its code
     * @param content its content
     * @return null if this version does not know it
     * @throws BufferUnderflowException if it is damaged
     */
    static Definition decode(byte code, ByteBuffer content) {
        content.order(ByteOrder.LITTLE_ENDIAN);
        int id = content.getInt();
        return switch (code) {
            case NAME -> new Name(id, text(content));
            case WORKER -> {
                int node = content.getInt();
                String name = text(content);
                yield new OfWorker(new TraceWorker(id, name, text(content), node));
            }
            case NODE -> {
                long capacity = content.getLong();
                yield new OfNode(new TraceNode(id, text(content), capacity));
            }
            case HANDLE -> {
                long bytes = content.getLong();
                yield new OfHandle(new TraceHandle(id, text(content), bytes));
            }
            case THREAD -> new OfThread(new TraceThread(id, text(content)));
            case TREE -> OfTree.decode(id, content);
            default -> null;
        };
    }

    private static String text(ByteBuffer content) {
        int length = content.getInt();
        if (length < 0 || length > content.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] bytes = new byte[length];
        content.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
