package org.asterism.trace;

import java.util.List;

/**
 * Component of a {@link TraceTree tree} in a recording.
 *
 * @param name a name that no other component of the tree has
 * @param kind the name of its factory; {@code worker} for the end of the tree at a worker
 * @param reservoir whether it keeps tasks until components below have room or ask for them
 * @param children the names of the components below
 * @param workers the names of the workers below
 */
public record TraceComponent(String name, String kind, boolean reservoir, List<String> children, List<String> workers) {
    /** Copies the lists. */
    public TraceComponent {
        children = List.copyOf(children);
        workers = List.copyOf(workers);
    }
}
