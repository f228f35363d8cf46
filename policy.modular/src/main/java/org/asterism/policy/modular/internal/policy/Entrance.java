package org.asterism.policy.modular.internal.policy;

import java.util.List;
import org.asterism.api.Task;
import org.asterism.policy.modular.internal.ComponentFault;
import org.asterism.policy.modular.internal.tree.Node;
import org.asterism.policy.modular.internal.tree.Tree;
import org.asterism.policy.modular.internal.worker.Reentry;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.WorkerSet;
import org.asterism.spi.policy.PolicyContext;

/**
 * Entrance of a tree. A task goes to the root if a worker can execute it, and is put aside otherwise. Any thread may
 * push; the tree is set while no thread pushes.
 */
final class Entrance implements Reentry {
    private final PolicyContext context;
    private final Aside aside = new Aside();
    private WorkerSet workers = WorkerSet.EMPTY;
    private SchedulingComponent root;
    private long architectures;
    private final long tag;

    Entrance(PolicyContext context, long tag) {
        this.context = context;
        this.tag = tag;
    }

    @Override
    public long tag() {
        return tag;
    }

    void leadTo(Tree tree) {
        Node top = tree.root();
        root = top == null ? null : top.component();
        workers = tree.workers();
        architectures = workers.architectureSet();
    }

    Aside aside() {
        return aside;
    }

    @Override
    public void pushAgain(Task task) {
        if ((task.architectureSet() & architectures) == 0) {
            putAside(task);
        } else if (task.isRestricted()) {
            pushRestricted(task);
        } else if (!root.push(task)) {
            throw refused(task);
        }
    }

    private void putAside(Task task) {
        context.stored(task, "");
        aside.add(task);
    }

    private void pushRestricted(Task task) {
        if (!workers.canExecute(task)) {
            putAside(task);
        } else if (!root.push(task)) {
            if (workers.canExecute(task)) {
                throw refused(task);
            }
            putAside(task); // a worker could execute it a moment ago
        }
    }

    private ComponentFault refused(Task task) {
        List<SchedulingComponent> below = root.context().children();
        return new ComponentFault(
                root.context() + " refused " + task
                        + ", which workers below it can execute: it is the root of the tree, and"
                        + " must take every such task"
                        + (root.isReservoir() || below.isEmpty()
                                ? "; give it room for any number"
                                : "; put a component above it that keeps what is refused, such as fifo or prio"),
                null);
    }
}
