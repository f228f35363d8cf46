package org.asterism.policy.modular.internal.tree;

import java.util.List;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Worker;
import org.asterism.api.tree.Level;
import org.asterism.api.tree.Step;

/**
 * Position of the expansion in a tree: the group of workers below which it continues.
 *
 * @param label name of the group
 * @param workers workers of the group, ordered by id
 * @param combined combination of these workers if the way leads to them together; otherwise null
 */
record Place(String label, List<Worker> workers, CombinedWorker combined) {
    Place(String label, List<Worker> workers) {
        this(label, workers, null);
    }

    Place together(CombinedWorker all, String name) {
        return new Place(label.isEmpty() ? name : label + "/" + name, all.members(), all);
    }

    Place below(Step.Each each, Group group) {
        String inner = group.name();
        boolean isUnique = label.isEmpty() || each.level() == Level.WORKER;
        return new Place(isUnique ? inner : label + "/" + inner, group.workers());
    }

    String suffixed(String name) {
        return label.isEmpty() ? name : name + "@" + label;
    }
}
