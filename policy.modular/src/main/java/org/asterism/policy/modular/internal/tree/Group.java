package org.asterism.policy.modular.internal.tree;

import java.util.List;
import java.util.Objects;
import org.asterism.api.Worker;

/**
 * Group of workers with a common property.
 *
 * @param name common property, such as {@code cpu-0} or {@code numa-1}; the same group always has the same name
 * @param workers the workers, ordered by id; at least one
 */
public record Group(String name, List<Worker> workers) {
    /** Copies the list. */
    public Group {
        Objects.requireNonNull(name, "name");
        workers = List.copyOf(workers);
    }
}
