package org.asterism.components.modular.stage.internal;

import org.asterism.api.Task;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;

/**
 * Where several branches of a tree meet: who pulls is given what the first parent has or, if that has nothing, the
 * second, and so on. Tasks pass it only by being pulled, for a push would get past the branches that come before.
 *
 * <p><b>Threads.</b> Any. It has nothing to protect.
 */
final class StageComponent extends SchedulingComponent {
    StageComponent(ComponentContext context) {
        super(context);
    }

    /** Refuses: whoever is below is told, and pulls. */
    @Override
    public boolean push(Task task) {
        return false;
    }
}
