package org.asterism.policy.modular.internal.worker;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Task;
import org.asterism.api.data.TransferKind;
import org.asterism.kit.policy.TaskStore;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.policy.PolicyContext;

/**
 * End of a tree at workers that run parallel tasks together. It stores pushed tasks for the leading worker, which takes
 * them before its own tasks. With the task, it tells the core the other members, and the core calls them together. No
 * worker pulls through it: its tasks were assigned to these workers, and count in the estimates of each of them.
 *
 * <p><b>Threads.</b> Any thread may push, announce and query. {@link #take} is called on the leader's thread.
 *
 * <p>Source: the combined worker component of StarPU's modular schedulers, which pushes a copy of the task to each
 * member.
 */
public final class CombinedWorkerComponent extends TreeEnd {
    private static final int WIDEST = 1_000_000;

    private final CombinedWorker combined;
    private final PolicyContext policy;
    private final Reentry reentry;
    private final boolean prefetches;
    private final int most;
    private final TaskStore waiting;

    /** Number of tasks that have reserved room: those that wait, or slightly more. */
    private final AtomicInteger counted = new AtomicInteger();

    /** Components of the members, the leader's first. Replaced only while no thread is in the tree. */
    private WorkerComponent[] members = {};

    /**
     * For each member: the highest components that lead to this member only, with the tasks that are kept there for it.
     */
    private SchedulingComponent[][] above = {};

    /**
     * Creates the component of a combined worker.
     *
     * @param context context of the component
     * @param combined the combined worker
     * @param reentry entrance for tasks that these workers cannot execute any more
     */
    public CombinedWorkerComponent(ComponentContext context, CombinedWorker combined, Reentry reentry) {
        super(context);
        this.combined = combined;
        this.reentry = reentry;
        policy = context.policy();
        most = context.parameters().integer(CombinedWorkerKind.NTASKS);
        prefetches = context.parameters().flag(CombinedWorkerKind.PREFETCH);
        boolean sorted = context.parameters().flag(CombinedWorkerKind.PRIO);
        waiting = new TaskStore(policy, sorted ? Task::priority : task -> 0);
    }

    /**
     * Returns the combined worker.
     *
     * @return the combined worker
     */
    public CombinedWorker combined() {
        return combined;
    }

    /**
     * Sets the components of the members.
     *
     * @param own components of the members, the leader's first
     * @param highest for each member, the highest components that lead to this worker only; their tasks count as well
     */
    public void consistOf(List<WorkerComponent> own, List<List<SchedulingComponent>> highest) {
        members = own.toArray(WorkerComponent[]::new);
        above = highest.stream()
                .map(some -> some.toArray(SchedulingComponent[]::new))
                .toArray(SchedulingComponent[][]::new);
    }

    // Tasks.

    @Override
    public boolean push(Task task) {
        if (!combined.canExecute(task) || !makeRoom()) {
            return false;
        }
        if (prefetches) {
            policy.placement().prefetch(task, combined.leader(), TransferKind.TASK_PREFETCH);
        }
        count(task);
        context().stored(task);
        waiting.add(task);
        wakeLeader(task);
        return true;
    }

    private boolean makeRoom() {
        if (most == 0) {
            counted.incrementAndGet();
            return true;
        }
        int before = counted.get();
        while (before < most && !counted.compareAndSet(before, before + 1)) {
            before = counted.get();
        }
        return before < most;
    }

    /**
     * Adds a task to the estimates of each member. Its data transfer overlaps with the tasks that the members already
     * have.
     */
    private void count(Task task) {
        float transfer = policy.predictedTransferNanos(task);
        if (transfer > 0) {
            float overlapped = Math.max(0, estimatedEnd() - policy.clock().nanoTime());
            policy.predict(task, policy.predictedNanos(task), Math.max(0, transfer - overlapped));
        }
        long nanos = nanos(task);
        for (WorkerComponent member : members) {
            member.reserve(nanos);
        }
    }

    /** Returns how long a task occupies each member. The value is constant while the task waits. */
    private long nanos(Task task) {
        return (long) (policy.predictedNanos(task) + policy.predictedTransferNanos(task));
    }

    private boolean wakeLeader(Task task) {
        return members[0].tellIfItPulls(task) || policy.wake(combined.leader());
    }

    /**
     * Whether no task waits here.
     *
     * @return the answer at some moment
     */
    boolean isEmpty() {
        return waiting.size() == 0;
    }

    /**
     * Takes a task for the leader. From now on, {@link Engagements} accounts for the task in the other members, and the
     * leader counts it as taken.
     *
     * @return the task, or null if there is none
     */
    Task take() {
        for (Task task = waiting.takeFor(combined.leader()); task != null; task = waiting.takeFor(combined.leader())) {
            if (!task.isRestricted() || combined.canExecute(task)) {
                counted.decrementAndGet();
                policy.team(task, combined);
                members[0].release(nanos(task));
                if (most > 0) {
                    tellParents();
                }
                return task;
            }
            giveUp(task);
            reentry.pushAgain(task);
        }
        return null;
    }

    /** Returns the components of the members, the leader's first. */
    WorkerComponent[] members() {
        return members;
    }

    private void giveUp(Task task) {
        counted.decrementAndGet();
        long nanos = nanos(task);
        for (WorkerComponent member : members) {
            member.release(nanos);
        }
    }

    @Override
    public void giveBack(Consumer<? super Task> sink) {
        waiting.takeRestricted(task -> !combined.canExecute(task), task -> {
            giveUp(task);
            sink.accept(task);
        });
    }

    @Override
    public void drain(Consumer<? super Task> sink) {
        waiting.takeAll(task -> {
            giveUp(task);
            sink.accept(task);
        });
    }

    // Hints.

    /** Tells the parents to push if there is room, because no worker can pull through this component. */
    @Override
    public boolean canPull(Task task) {
        return (most == 0 || counted.get() < most) && combined.canExecute(task) && tellParents();
    }

    // Estimates.

    @Override
    public double estimatedLoad() {
        double sum = 0;
        for (SchedulingComponent[] member : above) {
            double most = 0;
            for (SchedulingComponent highest : member) {
                most = Math.max(most, highest.estimatedLoad());
            }
            sum += most;
        }
        return sum;
    }

    /**
     * Returns when the last member will finish its present tasks. The members run tasks from here before those that are
     * kept above them, but the latter also have to run, so the estimate includes them.
     */
    @Override
    public long estimatedEnd() {
        long latest = Long.MIN_VALUE;
        for (SchedulingComponent[] member : above) {
            for (SchedulingComponent highest : member) {
                latest = Math.max(latest, highest.estimatedEnd());
            }
        }
        return latest;
    }

    @Override
    public long storedTasks() {
        return waiting.size();
    }

    @Override
    public boolean isReservoir() {
        return true;
    }

    @Override
    public boolean isBounded() {
        return most > 0;
    }

    @Override
    public boolean letsPull() {
        return false;
    }
}
