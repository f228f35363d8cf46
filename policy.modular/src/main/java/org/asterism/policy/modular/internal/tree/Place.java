package org.asterism.policy.modular.internal.tree;

import java.util.List;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Worker;
import org.asterism.api.tree.Level;
import org.asterism.api.tree.Step;

/**
 * Where in a tree its expansion is: below which group.
 *
 * @param label names the group
 * @param workers in it, by id
 * @param combined these workers, if what follows leads to them together; else null
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
