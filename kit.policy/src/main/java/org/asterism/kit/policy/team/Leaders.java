package org.asterism.kit.policy.team;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.asterism.api.Architecture;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Parallelism;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.concurrent.IdTable;
import org.asterism.spi.policy.PolicyContext;

/**
 * Leaders of the combinations of workers, with the tasks that each worker may take. If a combination can execute a
 * parallel task, only leaders of such combinations take it; otherwise any worker may. Immutable: new combinations
 * create a new object.
 *
 * <p>Unrestricted tasks differ only in their maximum number of members, which is their kind. The queue separates tasks
 * by kind, so a worker only searches the kinds that it may take.
 */
final class Leaders {
    /** Kind of sequential tasks. */
    static final int SEQUENTIAL = 0;

    /** Kind of all tasks that accept this many members or more. */
    private static final int MOST = Long.SIZE - 1;

    private static final long ALL = -1;

    private final List<CombinedWorker> combined;
    private final IdTable<Leader> byId;

    /** Entry of a worker that leads no combination. */
    private final Leader other;

    /** Entry of a worker that is not a core and runs its tasks alone. */
    private final Leader device = new Leader(this, List.of(), ALL, true);

    /**
     * Creates the entries for all leaders of the given combinations.
     *
     * @param combined combinations, larger ones first
     */
    Leaders(List<CombinedWorker> combined) {
        this.combined = combined;
        int least = Integer.MAX_VALUE;
        for (CombinedWorker one : combined) {
            least = Math.min(least, one.size());
        }
        long forAll = combined.isEmpty() ? ALL : ~from(least);
        other = new Leader(this, List.of(), forAll, false);
        Map<Integer, List<CombinedWorker>> led = combined.stream()
                .collect(Collectors.groupingBy(one -> one.leader().id()));
        Map<Integer, Leader> leaders = new HashMap<>();
        led.forEach((id, ownOnes) -> leaders.put(
                id, new Leader(this, ownOnes, forAll | from(ownOnes.getLast().size()), false)));
        byId = IdTable.of(leaders);
    }

    /** Returns the kinds of tasks that accept at least this many members. */
    private static long from(int members) {
        return ALL << Math.min(members, MOST);
    }

    /** Returns the kind of an unrestricted task. */
    static int kind(Task task) {
        return task.codelet().parallelism() == Parallelism.SEQUENTIAL
                ? SEQUENTIAL
                : Math.min(task.codelet().mostMembers(), MOST);
    }

    /** Whether these are the leaders of the given combinations. */
    boolean areOf(List<CombinedWorker> others) {
        return combined == others || combined.equals(others);
    }

    /** Returns the entry of a worker. */
    Leader of(Worker worker) {
        if (worker.architecture() != Architecture.CPU) {
            return device;
        }
        Leader leader = byId.get(worker.id());
        return leader == null ? other : leader;
    }

    /** Wakes one sleeping leader of a combination that can execute a task. Larger combinations come first. */
    boolean wakeOneFor(Task task, PolicyContext context) {
        for (CombinedWorker one : combined) {
            if (one.canExecute(task) && context.wake(one.leader())) {
                return true;
            }
        }
        return false;
    }

    /** Whether a combination can execute a task. */
    boolean canExecute(Task task) {
        for (CombinedWorker one : combined) {
            if (one.canExecute(task)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString() {
        return byId.toString();
    }
}
