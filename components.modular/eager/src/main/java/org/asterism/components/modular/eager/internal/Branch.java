package org.asterism.components.modular.eager.internal;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.asterism.api.Task;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.WorkerSet;

/**
 * A child, and what is known of its wishes.
 *
 * <p><b>Threads.</b> Any number.
 */
final class Branch {
    final SchedulingComponent child;
    final boolean direct;
    private final WorkerSet workers;

    /** For how many tasks it has asked, and not been given them yet. */
    private final AtomicInteger wanted = new AtomicInteger();

    /** How often it has asked. */
    private final AtomicLong asked = new AtomicLong();

    /** How often it had asked when it refused a task last: until it asks again, there is no use in offering it another. */
    private volatile long fullAt = -1;

    Branch(SchedulingComponent child) {
        this.child = child;
        direct = child.isDirect();
        workers = child.context().workersInContext();
    }

    void ask() {
        asked.incrementAndGet();
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
        if (wanted.get() == 0 || !workers.canExecute(task) || !claim()) {
            return false;
        }
        if (child.push(task)) {
            return true;
        }
        wanted.incrementAndGet();
        return false;
    }

    /** Pushes a task unless it is known that the child would refuse it. */
    boolean pushIfRoom(Task task) {
        long before = asked.get();
        if (fullAt == before || !workers.canExecute(task)) {
            return false;
        }
        if (child.push(task)) {
            return true;
        }
        fullAt = before;
        return false;
    }
}
