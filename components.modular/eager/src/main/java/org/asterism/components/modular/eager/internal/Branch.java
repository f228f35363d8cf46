package org.asterism.components.modular.eager.internal;

import org.asterism.api.Task;
import org.asterism.kit.component.ChildRoom;
import org.asterism.spi.component.SchedulingComponent;

/**
 * Child of an eager component, with its requests. A request waits for at most one task.
 *
 * <p><b>Threads.</b> Any number.
 */
final class Branch {
    final ChildRoom room;

    /** Requests of all children. One may briefly seem to wait although it was served, which is counted later here. */
    private final Requests all;

    private final Requests own = new Requests();

    Branch(SchedulingComponent child, Requests all) {
        room = new ChildRoom(child);
        this.all = all;
    }

    void ask() {
        room.asks();
        all.begin(); // first, so that no request of a child seems to be missing among all
        own.begin();
    }

    /** Ends a request. If it still waits for a task, it stops waiting. */
    void stopAsking() {
        all.end(own.endOne());
    }

    /** Whether the child has a running request and can execute the task, even if the request was already served. */
    boolean isAskingFor(Task task) {
        return own.areRunning() && room.canExecute(task);
    }

    /** Pushes a task if a request of the child waits for one. */
    boolean pushIfWanted(Task task) {
        if (!own.areOpen() || !room.canExecute(task) || !own.tryServe()) {
            return false;
        }
        if (room.child().push(task)) {
            all.serve();
            return true;
        }
        if (!own.tryReopen()) { // the request has ended meanwhile
            all.serve();
        }
        return false;
    }
}
