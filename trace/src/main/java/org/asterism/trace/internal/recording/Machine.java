package org.asterism.trace.internal.recording;

import java.util.Arrays;
import org.asterism.api.MemoryNode;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.trace.TraceNode;
import org.asterism.trace.TraceWorker;
import org.asterism.trace.internal.format.Definition;

/** Defines workers and memory nodes at their first use. Any thread may use it. */
final class Machine {
    private final Definitions definitions;
    private volatile boolean[] workers = {};
    private volatile boolean[] nodes = {};

    Machine(TaskRuntime runtime, Definitions definitions) {
        this.definitions = definitions;
        runtime.memoryNodes().forEach(this::number);
        runtime.workers().forEach(this::number);
    }

    /** The id of a worker. */
    int number(Worker worker) {
        int id = worker.id();
        if (!isKnown(workers, id)) {
            define(worker, id);
        }
        return id;
    }

    /** The id of a memory node. */
    int number(MemoryNode node) {
        int id = node.id();
        if (!isKnown(nodes, id)) {
            define(node, id);
        }
        return id;
    }

    private static boolean isKnown(boolean[] known, int id) {
        return id < known.length && known[id];
    }

    private synchronized void define(Worker worker, int id) {
        if (!isKnown(workers, id)) {
            definitions.add(new Definition.OfWorker(
                    new TraceWorker(id, worker.name(), worker.architecture().name(), worker.memoryNode())));
            workers = with(workers, id);
        }
    }

    private synchronized void define(MemoryNode node, int id) {
        if (!isKnown(nodes, id)) {
            definitions.add(new Definition.OfNode(new TraceNode(id, node.name(), node.capacity())));
            nodes = with(nodes, id);
        }
    }

    private static boolean[] with(boolean[] known, int id) {
        boolean[] more = Arrays.copyOf(known, Math.max(known.length, id + 1));
        more[id] = true;
        return more;
    }
}
