package org.asterism.kit.policy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.concurrent.IdTable;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.Relaxation;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.WorkerLock;

/**
 * One list of tasks per worker, ordered by priority and then by arrival. It serves policies that choose the worker when
 * a task is pushed. The worker's {@link PolicyContext#lock lock} guards its list, so the worker takes tasks without
 * another lock.
 *
 * <p>When to use: if only the worker itself takes its tasks. Policies with stealing use {@link TaskDeque}, which has
 * its own locks.
 *
 * <p>Source: StarPU's {@code starpu_push_local_task}, which files tasks by priority. Here a task that the worker cannot
 * execute does not block later tasks, and all lists are drained in the order of pushes.
 */
public final class LocalTasks {
    private static final class Local {
        final Worker worker;
        final PriorityBuckets tasks = new PriorityBuckets();

        /**
         * Null until the first restricted task arrives. Written with the worker's lock held, read by the worker itself.
         */
        RestrictedTasks restricted;

        Local(Worker worker) {
            this.worker = worker;
        }
    }

    private final PolicyContext context;
    private final PushCounter stamps = new PushCounter();

    /** Replaced only while no thread pushes or pops. */
    private IdTable<Local> lists = IdTable.empty();

    /**
     * Creates an object without lists.
     *
     * @param context context with the workers' locks
     */
    public LocalTasks(PolicyContext context) {
        this.context = context;
    }

    /**
     * Adds empty lists. No thread may push or pop meanwhile, as during {@link SchedulingPolicy#addWorkers}.
     *
     * @param workers workers without a list
     */
    public void addWorkers(Collection<? extends Worker> workers) {
        Map<Integer, Local> all = known();
        workers.forEach(worker -> all.put(worker.id(), new Local(worker)));
        keep(all);
    }

    /**
     * Removes lists. No thread may push or pop meanwhile, as during {@link SchedulingPolicy#removeWorkers}.
     *
     * @param workers workers with a list
     * @param orphans receives their tasks, in the order in which they were pushed; may push them to other workers
     */
    public void removeWorkers(Collection<? extends Worker> workers, Consumer<? super Task> orphans) {
        StampedTasks left = new StampedTasks();
        Map<Integer, Local> stay = known();
        for (Worker worker : workers) {
            takeAll(stay.remove(worker.id()), left);
        }
        keep(stay);
        left.takeAll(orphans);
    }

    /**
     * Adds a task to a worker's list, after its other tasks of that priority, and wakes the worker. Any thread may call
     * this.
     *
     * @param task task that the worker can execute
     * @param worker worker with a list
     * @throws IllegalArgumentException if the worker has no list
     */
    public void push(Task task, Worker worker) {
        Local list = list(worker);
        // Read before the lock is taken: the values may have to come from another core's cache.
        int priority = task.priority();
        boolean isRestricted = task.isRestricted();
        long stamp = stamps.next();
        try (WorkerLock _ = context.lock(worker)) {
            if (isRestricted) {
                if (list.restricted == null) {
                    list.restricted = new RestrictedTasks();
                }
                list.restricted.add(task, priority, stamp);
            } else {
                list.tasks.add(task, priority, stamp);
            }
        }
        context.wake(worker);
    }

    private Local list(Worker worker) {
        Local list = lists.get(worker.id());
        if (list == null) {
            throw new IllegalArgumentException("worker " + worker + " has no list of tasks; " + workers()
                    + " have: add it when SchedulingPolicy.addWorkers names it");
        }
        return list;
    }

    private List<Worker> workers() {
        return lists.values().stream().map(list -> list.worker).toList();
    }

    private Map<Integer, Local> known() {
        Map<Integer, Local> known = new HashMap<>();
        lists.values().forEach(list -> known.put(list.worker.id(), list));
        return known;
    }

    private void keep(Map<Integer, Local> kept) {
        lists = IdTable.of(kept.values(), list -> list.worker.id());
    }

    /**
     * Takes a worker's oldest task of the highest priority. That worker calls this within {@link SchedulingPolicy#pop}.
     *
     * @param worker worker with a list
     * @return the task, or null if there is none that the worker can execute
     */
    public Task pop(Worker worker) {
        Local list = list(worker);
        if (list.restricted != null && list.restricted.size() > 0) {
            return popAmong(list, worker);
        }
        return list.tasks.isEmpty() ? null : list.tasks.take();
    }

    private Task popAmong(Local list, Worker worker) {
        while (true) {
            Map.Entry<RestrictedTasks.Place, Task> other;
            try (Relaxation _ = context.relax()) { // this calls the program, which may take long
                other = list.restricted.firstFor(worker);
            }
            if (other == null || isFirst(list.tasks, other.getKey())) {
                return list.tasks.isEmpty() ? null : list.tasks.take();
            }
            if (list.restricted.take(other)) {
                return other.getValue();
            }
        }
    }

    private static boolean isFirst(PriorityBuckets tasks, RestrictedTasks.Place place) {
        return !tasks.isEmpty()
                && (tasks.highestPriority() > place.priority()
                        || tasks.highestPriority() == place.priority() && tasks.highestStamp() < place.stamp());
    }

    /**
     * Takes those tasks of a worker that it cannot execute any more, because their bundle was placed elsewhere. That
     * worker calls this within {@link SchedulingPolicy#pop}.
     *
     * @param worker worker with a list
     * @param sink receives them, in the order in which they were pushed; may push them to other workers
     */
    public void takeStranded(Worker worker, Consumer<? super Task> sink) {
        Local list = list(worker);
        if (list.restricted == null || list.restricted.size() == 0) {
            return;
        }
        List<Task> stranded = new ArrayList<>();
        try (Relaxation _ = context.relax()) {
            list.restricted.takeIf(task -> !worker.canExecute(task), stranded::add);
        }
        stranded.forEach(sink);
    }

    /**
     * Takes all tasks. No thread may push or pop meanwhile, as during {@link SchedulingPolicy#drain}.
     *
     * @param sink receives each task, in the order in which they were pushed
     */
    public void drain(Consumer<? super Task> sink) {
        StampedTasks all = new StampedTasks();
        lists.values().forEach(list -> takeAll(list, all));
        all.takeAll(sink);
    }

    private static void takeAll(Local list, StampedTasks into) {
        list.tasks.takeAll(into);
        if (list.restricted != null) {
            list.restricted.takeAll(into);
        }
    }
}
