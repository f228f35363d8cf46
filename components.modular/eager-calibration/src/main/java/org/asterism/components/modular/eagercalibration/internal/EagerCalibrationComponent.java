package org.asterism.components.modular.eagercalibration.internal;

import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.kit.component.UncalibratedFirst;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;

/**
 * Component that gives each task to a worker on which its time is not known yet, and refuses tasks whose times are
 * known everywhere: see {@link UncalibratedFirst}. When a worker asks, the components above are invited to push.
 *
 * <p><b>Threads.</b> Any. No lock is held.
 */
final class EagerCalibrationComponent extends SchedulingComponent {
    private final UncalibratedFirst uncalibrated;

    EagerCalibrationComponent(ComponentContext context) {
        super(context);
        uncalibrated = new UncalibratedFirst(context);
    }

    @Override
    public void changed() {
        uncalibrated.changed();
    }

    @Override
    public int mostChildren() {
        return Integer.MAX_VALUE;
    }

    @Override
    public boolean push(Task task) {
        return uncalibrated.push(task);
    }

    /** Returns null: a task is assigned to the worker that measures it when it is pushed, so no worker can pull. */
    @Override
    public Task pull(Worker worker, SchedulingComponent to) {
        tellParents();
        return null;
    }

    @Override
    public boolean letsPull() {
        return false;
    }
}
