package org.asterism.spi.component;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.asterism.api.Task;
import org.asterism.api.Worker;

/**
 * A set of workers, by their ids, and what they have in common. Immutable; any thread may use it.
 *
 * <p>StarPU's mask of a component ({@code workers}, {@code workers_in_ctx}) and its properties.
 */
public final class WorkerSet {
    /** Nobody. */
    public static final WorkerSet EMPTY = new WorkerSet(List.of());

    private final List<Worker> workers;
    private final BitSet ids = new BitSet();
    private final long architectures;
    private final boolean homogeneous;
    private final boolean singleMemoryNode;

    /**
     * Makes a set.
     *
     * @param members in any order, each once
     */
    public WorkerSet(List<? extends Worker> members) {
        Worker[] sorted = members.toArray(Worker[]::new);
        Arrays.sort(sorted, Comparator.comparingInt(Worker::id));
        workers = List.of(sorted);
        long together = 0;
        for (Worker worker : sorted) {
            ids.set(worker.id());
            together |= 1L << worker.architecture().index();
        }
        architectures = together;
        homogeneous = Long.bitCount(together) == 1;
        singleMemoryNode = sorted.length > 0
                && Arrays.stream(sorted).mapToInt(Worker::memoryNode).distinct().count() == 1;
    }

    /**
     * The workers.
     *
     * @return by id
     */
    public List<Worker> list() {
        return workers;
    }

    /**
     * How many there are.
     *
     * @return 0 or more
     */
    public int size() {
        return workers.size();
    }

    /**
     * Whether there is none.
     *
     * @return true if the size is 0
     */
    public boolean isEmpty() {
        return workers.isEmpty();
    }

    /**
     * Whether a worker is in the set.
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
     * The worker with the least id.
     *
     * @return null if there is none
     */
    public Worker first() {
        return workers.isEmpty() ? null : workers.get(0);
    }

    /**
     * Whether a worker can execute a task. Calls the program's code for a {@link Task#isRestricted restricted} one.
     *
     * @param task any task of the runtime
     * @return true if there is such a worker
     */
    public boolean canExecute(Task task) {
        if ((architectures & task.architectureSet()) == 0) {
            return false;
        }
        return !task.isRestricted() || firstFor(task) != null;
    }

    /**
     * The worker with the least id that can execute a task.
     *
     * @param task any task of the runtime
     * @return null if there is none
     */
    public Worker firstFor(Task task) {
        if ((architectures & task.architectureSet()) == 0) {
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

    @Override
    public boolean equals(Object other) {
        return other instanceof WorkerSet set && workers.equals(set.workers);
    }

    @Override
    public int hashCode() {
        return Objects.hash(workers);
    }

    @Override
    public String toString() {
        return workers.stream().map(Worker::name).collect(Collectors.joining(", ", "[", "]"));
    }
}
