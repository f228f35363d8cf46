package org.example.component;

import java.util.concurrent.atomic.AtomicLong;
import org.asterism.api.Task;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.WorkerSet;

/**
 * Gives tasks to its children in turn: the first to the first child, the second to the second. With the parameter
 * {@code run} = n, n tasks in a row go to the same child, because tasks released together often use the same data. It
 * skips a child that is full or cannot execute the task.
 */
final class InTurns extends SchedulingComponent {
    /** A child, copied from the tree until it changes: an array is faster to walk than a list. */
    private record Child(SchedulingComponent component, WorkerSet workers, boolean direct) {}

    /** Declares the parameter: its name, default, range and meaning. */
    static final String RUN = "run (1; 1 to 1000000): how many tasks in a row go to the same child";

    private final int run;

    /** Many threads push at once, so what they share is atomic. Most components need no lock. */
    private final AtomicLong dealt = new AtomicLong();

    private volatile Child[] children = {};

    InTurns(ComponentContext context) {
        super(context);
        // Unknown names and values out of range are refused: the user reads why, and the old tree goes on.
        run = context.parameters().allowOnly(RUN).integer(RUN);
    }

    /** Only components that choose may have more than one child. */
    @Override
    public int mostChildren() {
        return Integer.MAX_VALUE;
    }

    /** Called before the first task, and when workers come or go; nothing else runs meanwhile. */
    @Override
    public void changed() {
        children = context().children().stream()
                .map(child -> new Child(child, child.context().workersInContext(), child.isDirect()))
                .toArray(Child[]::new);
    }

    @Override
    public boolean push(Task task) {
        Child[] all = children;
        int first = all.length == 0 ? 0 : (int) (dealt.get() / run % all.length);
        for (int step = 0; step < all.length; step++) {
            Child child = all[(first + step) % all.length];
            if (!child.workers().canExecute(task)) {
                continue;
            }
            if (child.direct()) {
                // Nothing keeps tasks between here and the workers. What was pushed would be the worker's for good, so
                // we refuse, and have a worker come and pull the task from above.
                if (child.component().canPull(task)) {
                    dealt.getAndIncrement();
                    return false;
                }
            } else if (child.component().push(task)) {
                dealt.getAndIncrement();
                return true;
            }
        }
        return false; // It stays where it is, above, until somebody has room.
    }

    // Everything else is what all components do: pulls and canPush go on to the parents, canPull to the children.
}
