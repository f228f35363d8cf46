package org.asterism.policy.modular.internal.tree;

import java.util.List;
import org.asterism.api.Worker;
import org.asterism.api.tree.Step;

/** Knows how the workers of a runtime lie together. */
@FunctionalInterface
public interface Grouping {
    /**
     * Sorts workers into groups.
     *
     * @param workers by id
     * @param each what a group is, and which workers are meant
     * @return a group for each object that some of them share, and those that have no such object
     */
    Split split(List<Worker> workers, Step.Each each);

    /**
     * Workers by groups.
     *
     * @param groups in the order of their first workers
     * @param others those that were meant but have no such object, or of which it is not known, by id
     */
    record Split(List<Group> groups, List<Worker> others) {
        /** Copies the lists. */
        public Split {
            groups = List.copyOf(groups);
            others = List.copyOf(others);
        }
    }
}
