package org.asterism.kit.component;

import org.asterism.kit.policy.placement.WorkerSets;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;

/**
 * Snapshot of a component's children and the workers below them, valid until the tree changes.
 *
 * @param children in their order
 * @param direct the children that lead to their workers directly
 * @param sets a set of workers for each child
 */
record Below(SchedulingComponent[] children, boolean[] direct, WorkerSets sets) {
    static Below of(ComponentContext context) {
        SchedulingComponent[] children = context.children().toArray(SchedulingComponent[]::new);
        boolean[] direct = new boolean[children.length];
        for (int child = 0; child < direct.length; child++) {
            direct[child] = children[child].isDirect();
        }
        return new Below(children, direct, WorkerSets.ofChildren(context));
    }

    int size() {
        return children.length;
    }
}
