package org.asterism.tck;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.asterism.spi.component.WorkerSet;

/** Pushes to the first child that takes a task, and lets workers pull; correct, or with one defect. */
final class ToyMapping extends SchedulingComponent {
    private final ComponentDefect defect;
    private final ReentrantLock lock = new ReentrantLock();
    private boolean direct;

    private ToyMapping(ComponentDefect defect, ComponentContext context) {
        super(context);
        this.defect = defect;
    }

    static SchedulingComponentFactory factory(ComponentDefect defect) {
        return context -> {
            context.parameters().allowOnly();
            return new ToyMapping(defect, context);
        };
    }

    private boolean is(ComponentDefect some) {
        return defect == some;
    }

    @Override
    public void changed() {
        direct = isDirect();
    }

    @Override
    public boolean push(Task task) {
        if (is(ComponentDefect.THROWS_WHEN_NOBODY_CAN)
                && !context().workersInContext().canExecute(task)) {
            throw new IllegalStateException("nobody can execute " + task);
        }
        if (is(ComponentDefect.HOLDS_A_LOCK_WHILE_IT_PREDICTS)) {
            lock.lock();
            try {
                context()
                        .policy()
                        .predictor()
                        .executionNanos(task, context().workers().first(), 0);
            } finally {
                lock.unlock();
            }
        }
        if (direct) {
            tellChildren(task);
            return is(ComponentDefect.ACCEPTS_WHAT_NOBODY_TOOK);
        }
        for (SchedulingComponent child : context().children()) {
            WorkerSet workers = is(ComponentDefect.LOOKS_AT_WORKERS_OF_OTHER_CONTEXTS)
                    ? child.context().workers()
                    : child.context().workersInContext();
            if ((is(ComponentDefect.PUSHES_TO_WHO_CANNOT_EXECUTE) || workers.canExecute(task)) && child.push(task)) {
                return !is(ComponentDefect.REFUSES_WHAT_A_CHILD_TOOK);
            }
        }
        return is(ComponentDefect.ACCEPTS_WHAT_NOBODY_TOOK);
    }

    @Override
    public Task pull(Worker worker, SchedulingComponent to) {
        return is(ComponentDefect.ASKS_ONE_PARENT_ONLY)
                ? context().parents().getFirst().pull(worker, this)
                : super.pull(worker, to);
    }

    @Override
    public boolean canPush(SchedulingComponent to) {
        return switch (defect) {
            case STOPS_CAN_PUSH -> false;
            case ASKS_ONE_PARENT_ONLY -> context().parents().getFirst().canPush(this);
            default -> super.canPush(to);
        };
    }

    @Override
    public boolean canPull(Task task) {
        return !is(ComponentDefect.STOPS_CAN_PULL) && super.canPull(task);
    }

    @Override
    public double estimatedLoad() {
        lock.lock();
        try {
            return 0;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int mostChildren() {
        return is(ComponentDefect.HAS_ONE_CHILD_AND_TWO_BRANCHES) ? 1 : Integer.MAX_VALUE;
    }

    @Override
    public List<String> branches() {
        return is(ComponentDefect.HAS_ONE_CHILD_AND_TWO_BRANCHES) ? List.of("one", "other") : List.of();
    }
}
