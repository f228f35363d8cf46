package org.asterism.policy.parallel.internal;

import java.util.function.Consumer;
import java.util.function.Predicate;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.kit.policy.TaskFifo;
import org.asterism.kit.policy.TaskPriorityQueue;

/** The queue that all workers share; see {@link TaskFifo} and {@link TaskPriorityQueue}. */
sealed interface CentralQueue {
    void add(Task task, int kind);

    Task takeFor(Worker worker, long kinds, Predicate<? super Task> wanted);

    void takeAll(Consumer<? super Task> sink);

    /** The oldest task first. */
    record InOrder(TaskFifo tasks) implements CentralQueue {
        InOrder() {
            this(new TaskFifo());
        }

        @Override
        public void add(Task task, int kind) {
            tasks.add(task, kind);
        }

        @Override
        public Task takeFor(Worker worker, long kinds, Predicate<? super Task> wanted) {
            return tasks.takeFor(worker, kinds, wanted);
        }

        @Override
        public void takeAll(Consumer<? super Task> sink) {
            tasks.takeAll(sink);
        }
    }

    /** The highest priority first, the oldest task among equals. */
    record ByPriority(TaskPriorityQueue tasks) implements CentralQueue {
        ByPriority() {
            this(new TaskPriorityQueue());
        }

        @Override
        public void add(Task task, int kind) {
            tasks.add(task, kind);
        }

        @Override
        public Task takeFor(Worker worker, long kinds, Predicate<? super Task> wanted) {
            return tasks.takeFor(worker, kinds, wanted);
        }

        @Override
        public void takeAll(Consumer<? super Task> sink) {
            tasks.takeAll(sink);
        }
    }
}
