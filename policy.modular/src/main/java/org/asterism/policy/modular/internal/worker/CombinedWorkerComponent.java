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
 * The end of a tree at workers that run parallel tasks together. It keeps what is pushed to it for the worker that
 * leads them, who takes it before what is its own, and says with it who the others are: the core calls them together.
 * Nobody pulls through it: what waits here was decided for these workers, and counts for each of them.
 *
 * <p><b>Threads.</b> Any may push, tell and ask. {@link #take} is called on the leader's thread.
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

    /** How many tasks there is room taken for; as many as wait, or a few more. */
    private final AtomicInteger counted = new AtomicInteger();

    /** Replaced while nobody is in the tree; the leader's first. */
    private WorkerComponent[] members = {};

    /** For each member what is above it and nobody else, with what is kept there for it. */
    private SchedulingComponent[][] above = {};

    /**
     * The component of workers that are combined.
     *
     * @param context its place
     * @param combined who run together what is pushed here
     * @param reentry where tasks begin anew that they cannot execute any more
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
     * The workers.
     *
     * @return the same at every call
     */
    public CombinedWorker combined() {
        return combined;
    }

    /**
     * Says what the workers' own components are.
     *
     * @param own the leader's first
     * @param highest for each of them the highest components that lead to this worker only: what is kept there for it
     *     counts as well
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

    /** Has the task count for each member. Its data travel while the members do what they have. */
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

    /** How long a task occupies each member; the same as long as it waits. */
    private long nanos(Task task) {
        return (long) (policy.predictedNanos(task) + policy.predictedTransferNanos(task));
    }

    private boolean wakeLeader(Task task) {
        return members[0].tellIfItPulls(task) || policy.wake(combined.leader());
    }

    /**
     * Whether nothing waits here.
     *
     * @return the answer at some moment
     */
    boolean isEmpty() {
        return waiting.size() == 0;
    }

    /**
     * Takes a task for the leader, who will lead the others: from now on it counts for them by {@link Engagements}, and
     * for the leader as what it has taken.
     *
     * @return null if there is none
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

    /** The members' own components, the leader's first. */
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

    /** Has what is above pushed, if there is room: nobody can pull it through here. */
    @Override
    public boolean canPull(Task task) {
        return (most == 0 || counted.get() < most) && combined.canExecute(task) && tellParents();
    }

    // What is known of the workers.

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
     * When the last of the members will have ended what it was given. They run what is kept here before what is kept
     * above them; but that has to be run, too, and whoever decides shall count with it.
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
