package org.asterism.components.modular.eagercalibration.internal;

import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.kit.component.UncalibratedFirst;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;

/**
 * Gives tasks to workers on which their time is not known yet, and refuses those that are known everywhere: see
 * {@link UncalibratedFirst}. A worker that asks has the components above push.
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

    /**
     * Nothing that a worker could take by itself: which implementation is to be measured is decided when a task is
     * pushed.
     */
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
