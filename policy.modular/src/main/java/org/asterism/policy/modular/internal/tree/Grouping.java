package org.asterism.policy.modular.internal.tree;

import java.util.List;
import org.asterism.api.Worker;
import org.asterism.api.tree.Step;

/** Rule that groups the workers of a runtime. */
@FunctionalInterface
public interface Grouping {
    /**
     * Divides workers into groups.
     *
     * @param workers the workers, ordered by id
     * @param each level of the groups, and filter of the workers
     * @return a group per shared object, and the workers without such an object
     */
    Split split(List<Worker> workers, Step.Each each);

    /**
     * Result of a grouping.
     *
     * @param groups groups, in the order of their first workers
     * @param others selected workers whose object does not exist or is unknown, ordered by id
     */
    record Split(List<Group> groups, List<Worker> others) {
        /** Copies the lists. */
        public Split {
            groups = List.copyOf(groups);
            others = List.copyOf(others);
        }
    }
}
