package org.asterism.core.internal.coherence;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.asterism.api.Architecture;
import org.asterism.api.MemoryNode;
import org.asterism.core.internal.links.LinkTable;
import org.asterism.core.internal.observation.Observers;
import org.asterism.spi.concurrent.IdTable;
import org.asterism.spi.driver.DeviceLostException;
import org.asterism.spi.driver.DeviceMemory;

/**
 * The memory nodes of a runtime: main memory, and those of drivers, which come and go. An id is never given twice. Any
 * thread may use it.
 */
final class Nodes {
    private final NodeMemory main;
    private final List<NodeMemory> there;

    /** The nodes that are there: policies ask often. */
    private volatile IdTable<NodeMemory> byId;

    private final LinkTable links;
    private final Observers observers;
    private int next = 1;

    /** @param links is told which nodes there are */
    Nodes(LinkTable links, Observers observers) {
        this.links = links;
        this.observers = observers;
        main = new NodeMemory(MemoryNode.MAIN, "main", null, Architecture.CPU, observers, (node, lost) -> {});
        there = new CopyOnWriteArrayList<>(List.of(main));
        byId = IdTable.<NodeMemory>empty().with(main.id(), main);
    }

    NodeMemory main() {
        return main;
    }

    /** Those that are there, by id; it shows what comes and goes. */
    List<NodeMemory> all() {
        return there;
    }

    /**
     * Adds the memory of a driver.
     *
     * @param architecture the architecture of the units that work there
     * @param lossesLater sees to what follows from a loss that is noticed there
     */
    synchronized NodeMemory add(
            DeviceMemory memory, Architecture architecture, BiConsumer<NodeMemory, DeviceLostException> lossesLater) {
        NodeMemory node = new NodeMemory(next++, memory.name(), memory, architecture, observers, lossesLater);
        links.add(node.id(), memory, architecture != Architecture.CPU);
        byId = byId.with(node.id(), node);
        there.add(node);
        return node;
    }

    /** Forgets a node that has left. */
    synchronized void forget(NodeMemory node) {
        there.remove(node);
        byId = byId.without(node.id());
        links.remove(node.id());
    }

    /** The memories of drivers that have a name. */
    Stream<NodeMemory> named(String name) {
        return there.stream().filter(node -> !node.isMain() && node.name().equals(name));
    }

    /** A node by its id; null if it is not there. */
    NodeMemory at(int id) {
        return byId.get(id);
    }

    /** A node that is there; others are refused. */
    NodeMemory get(int id) {
        NodeMemory node = at(id);
        if (node == null) {
            throw new IllegalArgumentException("there is no memory node " + id + ": there are "
                    + there.stream()
                            .map(known -> known.id() + " (" + known.name() + ")")
                            .collect(Collectors.joining(", ")));
        }
        return node;
    }
}
