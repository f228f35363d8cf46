package org.asterism.trace.internal.reading;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.asterism.trace.TraceHandle;
import org.asterism.trace.TraceNode;
import org.asterism.trace.TraceThread;
import org.asterism.trace.TraceWorker;
import org.asterism.trace.internal.format.Definition;
import org.asterism.trace.internal.format.OfTree;

/** The definitions of a recording. */
final class Vocabulary {
    private static final String UNKNOWN = "?";

    final Numbered<String> names = new Numbered<>(_ -> UNKNOWN);
    final Numbered<TraceWorker> workers = new Numbered<>(id -> new TraceWorker(id, UNKNOWN, UNKNOWN, 0));
    final Numbered<TraceNode> nodes = new Numbered<>(id -> new TraceNode(id, UNKNOWN, 0));
    final Numbered<TraceHandle> handles = new Numbered<>(id -> new TraceHandle(id, UNKNOWN, 0));
    final List<OfTree> trees = new ArrayList<>();
    final Numbered<TraceThread> threads = new Numbered<>(id -> new TraceThread(id, UNKNOWN));

    /** Adds the definitions of a chunk, up to one that is damaged. */
    void add(ByteBuffer content) {
        ByteBuffer left = content.slice().order(ByteOrder.LITTLE_ENDIAN);
        while (left.remaining() >= Definition.HEAD) {
            byte code = left.get();
            int length = left.getInt();
            if (length < 0 || length > left.remaining()) {
                return;
            }
            try {
                add(Definition.decode(code, left.slice(left.position(), length)));
            } catch (BufferUnderflowException damaged) {
                return;
            }
            left.position(left.position() + length);
        }
    }

    private void add(Definition definition) {
        switch (definition) {
            case null -> {} // of a later version
            case Definition.Name(int id, String text) -> names.define(id, text);
            case Definition.OfWorker(TraceWorker worker) -> workers.define(worker.id(), worker);
            case Definition.OfNode(TraceNode node) -> nodes.define(node.id(), node);
            case Definition.OfHandle(TraceHandle handle) -> handles.define(handle.id(), handle);
            case OfTree tree -> trees.add(tree);
            case Definition.OfThread(TraceThread thread) -> threads.define(thread.id(), thread);
        }
    }
}
