package org.asterism.kit.policy;

import java.util.function.ObjLongConsumer;
import org.asterism.api.Task;

/**
 * Task queue in order of arrival: each worker takes the oldest task that it can execute. Adding and taking do not block
 * each other; workers that take the same kind of task exclude each other for a few instructions.
 *
 * <p>When to use: a central queue, or a queue per worker, of tasks without priorities.
 */
public final class TaskFifo extends TaskLanes {
    private static final class InOrder extends Lane {
        InOrder(long architectures) {
            super(architectures);
        }

        @Override
        Task takeFirst() {
            return arrivals.take();
        }

        @Override
        long firstPriority() {
            return 0;
        }

        @Override
        long firstStamp() {
            return arrivals.oldestStamp();
        }

        @Override
        boolean isEmpty() {
            return arrivals.isEmpty();
        }

        @Override
        long size() {
            return arrivals.size();
        }

        @Override
        boolean isInOrder() {
            return true;
        }

        @Override
        void takeAll(ObjLongConsumer<Task> sink) {
            arrivals.takeAll(sink);
        }
    }

    /** Creates an empty queue. */
    public TaskFifo() {
        super(InOrder::new, false);
    }
}
