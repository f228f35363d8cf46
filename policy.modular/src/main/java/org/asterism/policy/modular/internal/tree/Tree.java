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

/** Nodes of a live tree between two changes. The tree is immutable; its nodes are not. */
public final class Tree {
    /** The tree without workers, which has no nodes. */
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
     * Returns the nodes of the tree.
     *
     * @return the nodes, the root first and each before those below it; empty without workers
     */
    public List<Node> nodes() {
        return nodes;
    }

    /**
     * Returns the node where tasks enter.
     *
     * @return the root, or null without workers
     */
    public Node root() {
        return nodes.isEmpty() ? null : nodes.getFirst();
    }

    /**
     * Returns the workers of the tree.
     *
     * @return the workers, ordered by id
     */
    public WorkerSet workers() {
        return workers;
    }

    /**
     * Returns a node by its name.
     *
     * @param name name of the component
     * @return the node, or null if there is none
     */
    public Node node(String name) {
        return byName.get(name);
    }

    /**
     * Returns the components of the workers.
     *
     * @return the components, each once
     */
    public List<WorkerComponent> ends() {
        return Collections.unmodifiableList(ends);
    }

    /**
     * Returns the component of a worker.
     *
     * @param worker any worker of the runtime
     * @return the component, or null if the worker is not in the tree
     */
    public WorkerComponent end(Worker worker) {
        return byWorker.get(worker.id());
    }
}
