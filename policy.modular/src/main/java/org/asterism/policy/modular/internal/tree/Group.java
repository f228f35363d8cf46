package org.asterism.policy.modular.internal.tree;

import java.util.List;
import java.util.Objects;
import org.asterism.api.Worker;

/**
 * Workers that have something in common.
 *
 * @param name what they have in common, such as {@code cpu-0} or {@code numa-1}; the same whenever there is such a
 *     group
 * @param workers by id, at least one
 */
public record Group(String name, List<Worker> workers) {
    /** Copies the list. */
    public Group {
        Objects.requireNonNull(name, "name");
        workers = List.copyOf(workers);
    }
}
