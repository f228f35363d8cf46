package org.asterism.policy.modular.internal.worker;

import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.component.SchedulingComponent;

/** A component has given a worker a task that it must not give. */
public final class WrongTaskException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    WrongTaskException(SchedulingComponent giver, Task task, Worker worker, String why) {
        super("component '" + giver + "' gave " + task + " to " + worker.name() + ", " + why);
    }
}
