package org.asterism.components.modular.stage.internal;

import org.asterism.api.Task;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;

/**
 * Component where several branches of a tree meet. A pulling worker gets a task from the first parent that has one, in
 * the order of the parents. Tasks cannot be pushed through it, because a push would bypass the parents that come first.
 *
 * <p><b>Threads.</b> Any. It has no state.
 */
final class StageComponent extends SchedulingComponent {
    StageComponent(ComponentContext context) {
        super(context);
    }

    /** Refuses the task and tells the children about it, so that their workers pull. */
    @Override
    public boolean push(Task task) {
        return false;
    }
}
