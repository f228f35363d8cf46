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
 * Workers of a policy, with the order in which one of them visits the others: to find the next queue to fill, or the
 * next worker to steal from. As in StarPU, there are two kinds of order: a list, and a tree that follows the machine.
 *
 * <p><b>Threads.</b> Workers are added and removed while no other thread uses the collection, as during
 * {@link SchedulingPolicy#addWorkers}. Any thread may call the other methods. The first request for an order creates
 * it; later requests return the same list.
 */
public final class WorkerCollection {
    /** Distances between workers; null for a list. */
    private final PolicyContext places;

    private List<Worker> all = List.of();

    /** Orders by worker id. If two threads create one at the same time, the results are equal. */
    private volatile List<?>[] orders = {};

    private WorkerCollection(PolicyContext places) {
        this.places = places;
    }

    /**
     * Creates a list: each worker visits the others by increasing id, and then from the lowest id up to itself.
     *
     * @return an empty collection
     */
    public static WorkerCollection list() {
        return new WorkerCollection(null);
    }

    /**
     * Creates a tree: each worker first visits those that share the innermost part of the machine with it, then those
     * of the next larger part, and so on; see {@link PolicyContext#nearest}.
     *
     * @param context context with the positions of workers
     * @return an empty collection
     */
    public static WorkerCollection tree(PolicyContext context) {
        return new WorkerCollection(Objects.requireNonNull(context, "context"));
    }

    /**
     * Adds workers.
     *
     * @param workers workers that are not in the collection
     */
    public void add(Collection<? extends Worker> workers) {
        List<Worker> more = new ArrayList<>(all);
        more.addAll(workers);
        replace(more);
    }

    /**
     * Removes workers.
     *
     * @param workers workers of the collection
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
     * Returns all workers.
     *
     * @return the workers, ordered by id
     */
    public List<Worker> workers() {
        return all;
    }

    /**
     * Returns all workers in the order in which one of them visits them.
     *
     * @param worker worker of the collection
     * @return the workers, beginning with {@code worker}
     * @throws IllegalArgumentException if the worker is not in the collection
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
