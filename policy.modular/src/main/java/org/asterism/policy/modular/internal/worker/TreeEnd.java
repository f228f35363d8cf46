package org.asterism.policy.modular.internal.worker;

import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;

/** End of a way down a tree: the component of a worker or a combined worker. It has no children. */
public abstract sealed class TreeEnd extends SchedulingComponent permits WorkerComponent, CombinedWorkerComponent {
    TreeEnd(ComponentContext context) {
        super(context);
    }

    /** Throws an exception, because there are no components below. */
    @Override
    public final Task pull(Worker worker, SchedulingComponent to) {
        throw new IllegalStateException("'" + to + "' pulls from '" + this + "', which ends the tree");
    }

    /** Returns 0, because there are no components below. */
    @Override
    public final int mostChildren() {
        return 1;
    }
}
