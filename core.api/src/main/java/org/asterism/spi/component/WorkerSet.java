package org.asterism.spi.component;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.asterism.api.Architecture;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Task;
import org.asterism.api.Worker;

/**
 * A set of workers by id, with the properties that they share. It may also contain combined workers, which run parallel
 * tasks only. A combined worker in the set does not make its members part of the set. Immutable; any thread may use it.
 *
 * <p>It corresponds to StarPU's mask of a component ({@code workers}, {@code workers_in_ctx}) and its properties.
 */
public final class WorkerSet {
    /** The empty set. */
    public static final WorkerSet EMPTY = new WorkerSet(List.of());

    private final List<Worker> workers;
    private final List<CombinedWorker> combined;
    private final BitSet ids = new BitSet();

    /** Of single workers. */
    private final long singles;

    private final long architectures;
    private final boolean homogeneous;
    private final boolean singleMemoryNode;

    /**
     * Makes a set.
     *
     * @param members in any order, each once
     */
    public WorkerSet(List<? extends Worker> members) {
        this(members, List.of());
    }

    /**
     * Makes a set that combined workers are in, too.
     *
     * @param members in any order, each once
     * @param together combined workers, each once
     */
    public WorkerSet(List<? extends Worker> members, List<CombinedWorker> together) {
        Worker[] sorted = members.toArray(Worker[]::new);
        Arrays.sort(sorted, Comparator.comparingInt(Worker::id));
        workers = List.of(sorted);
        combined = List.copyOf(together);
        long each = 0;
        for (Worker worker : sorted) {
            ids.set(worker.id());
            each |= 1L << worker.architecture().index();
        }
        singles = each;
        architectures = combined.isEmpty() ? each : each | 1L << Architecture.CPU.index();
        homogeneous = Long.bitCount(architectures) == 1;
        singleMemoryNode = !isEmpty()
                && Stream.concat(
                                        workers.stream().map(Worker::memoryNode),
                                        combined.stream().map(CombinedWorker::memoryNode))
                                .distinct()
                                .count()
                        == 1;
    }

    /**
     * The workers, without those that are combined.
     *
     * @return by id
     */
    public List<Worker> list() {
        return workers;
    }

    /**
     * The combined workers.
     *
     * @return in the order given
     */
    public List<CombinedWorker> combined() {
        return combined;
    }

    /**
     * Returns the number of workers, without combined ones.
     *
     * @return 0 or more
     */
    public int size() {
        return workers.size();
    }

    /**
     * Returns whether the set has neither workers nor combined ones.
     *
     * @return true if no worker can get a task
     */
    public boolean isEmpty() {
        return workers.isEmpty() && combined.isEmpty();
    }

    /**
     * Whether a worker is in the set, and not only as a member of a combined one.
     *
     * @param worker any worker of the runtime
     * @return by its id
     */
    public boolean contains(Worker worker) {
        return ids.get(worker.id());
    }

    /**
     * Whether all workers are of one architecture. Of such a set any worker may be asked for all.
     *
     * @return false for no workers
     */
    public boolean isHomogeneous() {
        return homogeneous;
    }

    /**
     * Whether all workers work in one memory node. To such a set data can be sent.
     *
     * @return false for no workers
     */
    public boolean isSingleMemoryNode() {
        return singleMemoryNode;
    }

    /**
     * The architectures of the workers.
     *
     * @return a bit for each, as {@link Task#architectureSet}
     */
    public long architectureSet() {
        return architectures;
    }

    /**
     * Returns the worker with the least id.
     *
     * @return the leader of the first combined one if there are no single workers; null if the set is empty
     */
    public Worker first() {
        return !workers.isEmpty()
                ? workers.get(0)
                : combined.isEmpty() ? null : combined.get(0).leader();
    }

    /**
     * Whether a worker, or a combined one, can execute a task. Calls the program's code for a {@link Task#isRestricted
     * restricted} one.
     *
     * @param task any task of the runtime
     * @return true if there is such a worker
     */
    public boolean canExecute(Task task) {
        if ((singles & task.architectureSet()) != 0 && (!task.isRestricted() || singleFor(task) != null)) {
            return true;
        }
        return combinedFor(task) != null;
    }

    /**
     * The worker with the least id that can execute a task.
     *
     * @param task any task of the runtime
     * @return the leader of the first combined one that can if no other worker can; null if there is none
     */
    public Worker firstFor(Task task) {
        Worker single = singleFor(task);
        if (single != null) {
            return single;
        }
        CombinedWorker together = combinedFor(task);
        return together == null ? null : together.leader();
    }

    private Worker singleFor(Task task) {
        if ((singles & task.architectureSet()) == 0) {
            return null;
        }
        for (int index = 0; index < workers.size(); index++) {
            Worker worker = workers.get(index);
            if (worker.canExecute(task)) {
                return worker;
            }
        }
        return null;
    }

    private CombinedWorker combinedFor(Task task) {
        for (int index = 0; index < combined.size(); index++) {
            if (combined.get(index).canExecute(task)) {
                return combined.get(index);
            }
        }
        return null;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WorkerSet set && workers.equals(set.workers) && combined.equals(set.combined);
    }

    @Override
    public int hashCode() {
        return Objects.hash(workers, combined);
    }

    @Override
    public String toString() {
        return Stream.concat(
                        workers.stream().map(Worker::name), combined.stream().map(CombinedWorker::name))
                .collect(Collectors.joining(", ", "[", "]"));
    }
}
