package org.asterism.kit.policy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.asterism.api.Worker;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;

/**
 * The workers of a policy, and in which order one looks at the others: whose queue to fill next, whom to rob first.
 * There are two, as StarPU has them: a list, and a tree after the machine.
 *
 * <p><b>Threads.</b> Workers are added and removed while nobody else asks, as {@link SchedulingPolicy#addWorkers} is
 * called; all else is for any thread. An order is made when it is asked for first, and the same list from then on.
 */
public final class WorkerCollection {
    /** Knows how near workers are to each other; null for a list. */
    private final PolicyContext places;

    private List<Worker> all = List.of();

    /** By worker id; what two threads make at once is equal. */
    private volatile List<?>[] orders = {};

    private WorkerCollection(PolicyContext places) {
        this.places = places;
    }

    /**
     * A list: from each worker on by id, and round to the one before it.
     *
     * @return without workers
     */
    public static WorkerCollection list() {
        return new WorkerCollection(null);
    }

    /**
     * A tree: from each worker to those that share the innermost part of the machine with it, then to those that share
     * the next one, and so on; see {@link PolicyContext#nearest}.
     *
     * @param context knows where workers are
     * @return without workers
     */
    public static WorkerCollection tree(PolicyContext context) {
        return new WorkerCollection(Objects.requireNonNull(context, "context"));
    }

    /**
     * Adds workers.
     *
     * @param workers not in it
     */
    public void add(Collection<? extends Worker> workers) {
        List<Worker> more = new ArrayList<>(all);
        more.addAll(workers);
        replace(more);
    }

    /**
     * Removes workers.
     *
     * @param workers in it
     */
    public void remove(Collection<? extends Worker> workers) {
        List<Worker> left = new ArrayList<>(all);
        left.removeAll(workers);
        replace(left);
    }

    private void replace(List<Worker> workers) {
        workers.sort(Comparator.comparingInt(Worker::id));
        all = List.copyOf(workers);
        orders = new List<?>[workers.isEmpty() ? 0 : workers.getLast().id() + 1];
    }

    /**
     * All workers.
     *
     * @return by id
     */
    public List<Worker> workers() {
        return all;
    }

    /**
     * All workers in the order in which one of them looks at them.
     *
     * @param worker in it
     * @return begins with the worker itself
     * @throws IllegalArgumentException if it is not in it
     */
    @SuppressWarnings("unchecked")
    public List<Worker> from(Worker worker) {
        List<?>[] known = orders;
        int id = worker.id();
        List<Worker> made = id < known.length ? (List<Worker>) known[id] : null;
        if (made == null) {
            if (!all.contains(worker)) {
                throw new IllegalArgumentException("worker " + worker + " is not among " + all
                        + ": add it when SchedulingPolicy.addWorkers names it");
            }
            made = places == null ? roundFrom(worker) : nearestTo(worker);
            known[id] = made;
        }
        return made;
    }

    private List<Worker> roundFrom(Worker origin) {
        int place = all.indexOf(origin);
        List<Worker> round = new ArrayList<>(all.subList(place, all.size()));
        round.addAll(all.subList(0, place));
        return List.copyOf(round);
    }

    private List<Worker> nearestTo(Worker origin) {
        boolean[] here = new boolean[orders.length];
        all.forEach(worker -> here[worker.id()] = true);
        return places.nearest(origin).stream()
                .filter(worker -> worker.id() < here.length && here[worker.id()])
                .toList();
    }

    @Override
    public String toString() {
        return (places == null ? "list " : "tree ") + all;
    }
}
