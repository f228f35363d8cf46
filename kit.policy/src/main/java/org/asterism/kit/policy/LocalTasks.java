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
 * A list of tasks for each worker, by priority and first in first out among equals: for policies that decide when a
 * task is pushed which worker will run it. Each list is guarded by its worker's {@link PolicyContext#lock lock}, so a
 * worker takes its tasks without any.
 *
 * <p>When to use: nobody else takes a worker's tasks. For thieves there is {@link TaskDeque}, which has a lock of its
 * own.
 *
 * <p>Source: StarPU's {@code starpu_push_local_task}, which files tasks by priority. Here a list holds back no task
 * because of another one that its worker cannot execute, and all lists are drained in the order of pushes.
 */
public final class LocalTasks {
    private static final class Local {
        final Worker worker;
        final PriorityBuckets tasks = new PriorityBuckets();

        /** Null until there is the first such task. Written with the worker's lock held, read by the worker itself. */
        RestrictedTasks restricted;

        Local(Worker worker) {
            this.worker = worker;
        }
    }

    private final PolicyContext context;
    private final PushCounter stamps = new PushCounter();

    /** Replaced while nobody pushes or pops. */
    private IdTable<Local> lists = IdTable.empty();

    /**
     * Makes an empty set of lists.
     *
     * @param context knows the workers' locks
     */
    public LocalTasks(PolicyContext context) {
        this.context = context;
    }

    /**
     * Adds empty lists; while nobody pushes or pops, as {@link SchedulingPolicy#addWorkers} is called.
     *
     * @param workers without a list
     */
    public void addWorkers(Collection<? extends Worker> workers) {
        Map<Integer, Local> all = known();
        workers.forEach(worker -> all.put(worker.id(), new Local(worker)));
        keep(all);
    }

    /**
     * Removes lists; while nobody pushes or pops, as {@link SchedulingPolicy#removeWorkers} is called.
     *
     * @param workers with a list
     * @param orphans is given their tasks, in the order in which they were pushed; may push them to others
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
     * Gives a task to a worker, behind its others of that priority, and wakes it. Any thread.
     *
     * @param task the worker can execute it
     * @param worker has a list
     * @throws IllegalArgumentException if it has none
     */
    public void push(Task task, Worker worker) {
        Local list = list(worker);
        // Asked before the lock is taken: the answers may have to come from another core's cache.
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
     * Takes a worker's oldest task of the highest priority; by that worker, within {@link SchedulingPolicy#pop}.
     *
     * @param worker has a list
     * @return null if there is none that it can execute
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
            try (Relaxation _ = context.relax()) { // the program is asked, which may take its time
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
     * Takes the tasks of a worker that it cannot execute any more, since the bundle that they are in was placed
     * elsewhere; by that worker, within {@link SchedulingPolicy#pop}.
     *
     * @param worker has a list
     * @param sink is given them, in the order in which they were pushed; may push them to others
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
     * Takes all tasks; while nobody pushes or pops, as {@link SchedulingPolicy#drain} is called.
     *
     * @param sink is given each task, in the order in which they were pushed
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
