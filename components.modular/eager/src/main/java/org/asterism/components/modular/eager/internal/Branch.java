package org.asterism.components.modular.eager.internal;

import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Task;
import org.asterism.spi.component.ChildRoom;
import org.asterism.spi.component.SchedulingComponent;

/**
 * A child, and how many tasks it has asked for.
 *
 * <p><b>Threads.</b> Any number.
 */
final class Branch {
    final ChildRoom room;

    /** For how many tasks it has asked and not been given them yet. */
    private final AtomicInteger wanted = new AtomicInteger();

    Branch(SchedulingComponent child) {
        room = new ChildRoom(child);
    }

    void ask() {
        room.asks();
        wanted.incrementAndGet();
    }

    /** Takes a wish back, if it was not fulfilled. */
    void stopAsking() {
        claim();
    }

    private boolean claim() {
        for (int wishes = wanted.get(); wishes > 0; wishes = wanted.get()) {
            if (wanted.compareAndSet(wishes, wishes - 1)) {
                return true;
            }
        }
        return false;
    }

    /** Pushes a task if the child has asked for one. */
    boolean pushIfWanted(Task task) {
        if (wanted.get() == 0 || !room.canExecute(task) || !claim()) {
            return false;
        }
        if (room.child().push(task)) {
            return true;
        }
        wanted.incrementAndGet();
        return false;
    }
}
