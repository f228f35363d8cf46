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
 * Who leads which combinations of workers, and which tasks are left to whom. A parallel task is for those who lead a
 * combination that can execute it, if there is one; else it is for everybody. Immutable: made anew when there are other
 * combinations.
 *
 * <p>Tasks that are not restricted differ in nothing but how many members they take at most. That is their kind, by
 * which a queue keeps them apart: a worker asks for the kinds that are for it, and passes the others by without looking
 * at them.
 */
final class Leaders {
    /** The kind of sequential tasks. */
    static final int SEQUENTIAL = 0;

    /** The kind of tasks that take so many members or more. */
    private static final int MOST = Long.SIZE - 1;

    private static final long ALL = -1;

    private final List<CombinedWorker> combined;
    private final IdTable<Leader> byId;

    /** A worker that leads nobody. */
    private final Leader other;

    /** A worker that is no core: it runs alone what it can. */
    private final Leader device = new Leader(this, List.of(), ALL, true);

    /**
     * The leaders of some combinations.
     *
     * @param combined larger ones first
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

    /** The kinds of tasks that so many members can run, or more. */
    private static long from(int members) {
        return ALL << Math.min(members, MOST);
    }

    /** What kind a task is of, if it is not restricted. */
    static int kind(Task task) {
        return task.codelet().parallelism() == Parallelism.SEQUENTIAL
                ? SEQUENTIAL
                : Math.min(task.codelet().mostMembers(), MOST);
    }

    /** Whether these are the leaders of some combinations. */
    boolean areOf(List<CombinedWorker> others) {
        return combined == others || combined.equals(others);
    }

    /** What is for a worker. */
    Leader of(Worker worker) {
        if (worker.architecture() != Architecture.CPU) {
            return device;
        }
        Leader leader = byId.get(worker.id());
        return leader == null ? other : leader;
    }

    /**
     * Wakes one that sleeps of those who lead combinations that can execute a task; larger combinations are asked
     * first.
     */
    boolean wakeOneFor(Task task, PolicyContext context) {
        for (CombinedWorker one : combined) {
            if (one.canExecute(task) && context.wake(one.leader())) {
                return true;
            }
        }
        return false;
    }

    /** Whether some combination can execute a task. */
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
