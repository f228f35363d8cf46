package org.asterism.policy.modular.internal.worker;

import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;

/** What a way down a tree ends in: who runs the tasks that come by. It has no children. */
public abstract sealed class TreeEnd extends SchedulingComponent permits WorkerComponent, CombinedWorkerComponent {
    TreeEnd(ComponentContext context) {
        super(context);
    }

    /** Nobody is below. */
    @Override
    public final Task pull(Worker worker, SchedulingComponent to) {
        throw new IllegalStateException("'" + to + "' pulls from '" + this + "', which ends the tree");
    }

    /** Nobody is below. */
    @Override
    public final int mostChildren() {
        return 1;
    }
}
