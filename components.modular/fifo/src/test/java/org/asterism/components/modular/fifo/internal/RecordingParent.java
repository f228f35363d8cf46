package org.asterism.components.modular.fifo.internal;

import java.util.ArrayDeque;
import org.asterism.api.Task;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;

/** Counts how often it is told that there is room, and then pushes one task if it has some. */
final class RecordingParent extends SchedulingComponent {
    final ArrayDeque<Task> tasks = new ArrayDeque<>();
    int told;

    RecordingParent(ComponentContext context) {
        super(context);
    }

    @Override
    public boolean push(Task task) {
        throw new UnsupportedOperationException("the root");
    }

    @Override
    public boolean canPush(SchedulingComponent to) {
        told++;
        if (tasks.isEmpty() || !to.push(tasks.peek())) {
            return false;
        }
        tasks.remove();
        return true;
    }
}
