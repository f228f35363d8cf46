package org.asterism.policy.modular.internal.tree;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.api.Worker;
import org.asterism.policy.modular.internal.worker.WorkerComponent;
import org.asterism.spi.component.WorkerSet;
import org.asterism.spi.concurrent.IdTable;

/** The nodes of a live tree, between two changes. Immutable; the nodes are not. */
public final class Tree {
    /** Without workers there is no tree. */
    public static final Tree EMPTY = new Tree(List.of(), WorkerSet.EMPTY);

    private final List<Node> nodes;
    private final WorkerSet workers;
    private final Map<String, Node> byName = new LinkedHashMap<>();
    private final IdTable<WorkerComponent> byWorker;
    private final List<WorkerComponent> ends;

    Tree(List<Node> nodes, WorkerSet workers) {
        this.nodes = List.copyOf(nodes);
        this.workers = workers;
        ends = new ArrayList<>();
        for (Node node : nodes) {
            byName.put(node.name(), node);
            if (node.component() instanceof WorkerComponent end) {
                ends.add(end);
            }
        }
        byWorker = IdTable.of(ends, end -> end.worker().id());
    }

    /**
     * The places of the tree.
     *
     * @return the root first, each before those below it; empty without workers
     */
    public List<Node> nodes() {
        return nodes;
    }

    /**
     * Where tasks enter.
     *
     * @return null without workers
     */
    public Node root() {
        return nodes.isEmpty() ? null : nodes.getFirst();
    }

    /**
     * The workers that the tree was made for.
     *
     * @return by id
     */
    public WorkerSet workers() {
        return workers;
    }

    /**
     * A place by its name.
     *
     * @param name of the component
     * @return null if there is none
     */
    public Node node(String name) {
        return byName.get(name);
    }

    /**
     * The components of the workers.
     *
     * @return each once
     */
    public List<WorkerComponent> ends() {
        return Collections.unmodifiableList(ends);
    }

    /**
     * The component of a worker.
     *
     * @param worker any worker of the runtime
     * @return null if the worker is not in the tree
     */
    public WorkerComponent end(Worker worker) {
        return byWorker.get(worker.id());
    }
}
