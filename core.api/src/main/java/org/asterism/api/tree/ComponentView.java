package org.asterism.api.tree;

import java.util.List;
import java.util.SequencedMap;

/**
 * Snapshot of one component of a live tree.
 *
 * @param name unique within the tree
 * @param kind the name of its factory
 * @param family its purpose, in words
 * @param parameters as they were given
 * @param parts the components that this one is composed of; usually none
 * @param children the names of the components below
 * @param workers the names of the workers below that belong to the context
 * @param homogeneous whether they are of one architecture
 * @param singleMemoryNode whether they work in one memory node
 * @param area the scheduling area it is in, counted from the root; a reservoir ends its area
 * @param reservoir whether it keeps tasks
 * @param pump whether it pushes tasks on when there is room below
 * @param storedTasks the number of tasks that it keeps
 * @param expectedNanos the expected time of these tasks
 * @param load the number of tasks here and below, divided by the speed of the workers
 * @param nanosToEnd the time until the first worker below becomes idle, as far as it is known
 */
public record ComponentView(
        String name,
        String kind,
        String family,
        SequencedMap<String, String> parameters,
        List<ComponentView> parts,
        List<String> children,
        List<String> workers,
        boolean homogeneous,
        boolean singleMemoryNode,
        int area,
        boolean reservoir,
        boolean pump,
        long storedTasks,
        long expectedNanos,
        double load,
        long nanosToEnd) {
    /** Copies the lists and the map. */
    public ComponentView {
        parameters = Ordered.copy(parameters);
        parts = List.copyOf(parts);
        children = List.copyOf(children);
        workers = List.copyOf(workers);
    }
}
