package org.asterism.policy.modular.internal.worker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.function.Consumer;
import org.asterism.api.Task;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.api.data.TransferKind;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.policy.PolicyContext;

/**
 * The end of a tree at one worker. It keeps what is pushed to it, for its worker alone, asks its parents when it has nothing, and
 * knows how long the worker will be busy. What it is pushed it does not refuse: who can have the worker pull instead tells it,
 * by {@link #canPull}.
 *
 * <p><b>Threads.</b> Any may push, tell and ask. {@link #take} and the hooks are called on the worker's own thread: what only it changes
 * needs no lock.
 *
 * <p>Source: the worker component of StarPU's modular schedulers; times are nanoseconds.
 */
public final class WorkerComponent extends TreeEnd {
    private static final VarHandle PULLER;
    private static final VarHandle PULLS;
    private static final VarHandle TAKEN;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            PULLER = lookup.findVarHandle(WorkerComponent.class, "puller", Thread.class);
            PULLS = lookup.findVarHandle(WorkerComponent.class, "pulls", long.class);
            TAKEN = lookup.findVarHandle(WorkerComponent.class, "taken", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final Worker worker;
    private final PolicyContext policy;
    private final Reentry reentry;
    private final boolean prefetches;
    private final long architecture;
    private final double speed;
    private final Listed listed = new Listed();
    private final UnderWay underWay;

    // The worker's own thread writes these.

    /** The thread that pulls for the worker at the moment, or null. Others only compare it with themselves. */
    private Thread puller;

    /** How often it has pulled. */
    private long pulls;

    /** How many tasks it was given. */
    private long taken;

    /** Whether its own thread was told of a task while it pulled. */
    private boolean told;

    /**
     * The component of a worker.
     *
     * @param context its place
     * @param worker who runs what comes by
     * @param reentry where tasks begin anew that the worker cannot execute any more
     */
    public WorkerComponent(ComponentContext context, Worker worker, Reentry reentry) {
        super(context);
        this.worker = worker;
        this.reentry = reentry;
        policy = context.policy();
        prefetches = context.parameters().flag(WorkerKind.PREFETCH, false);
        architecture = 1L << worker.architecture().index();
        speed = policy.predictor().relativeSpeed(worker);
        underWay = new UnderWay(policy.clock());
    }

    /**
     * The worker.
     *
     * @return the same at every call
     */
    public Worker worker() {
        return worker;
    }

    // Tasks.

    @Override
    public boolean push(Task task) {
        if (prefetches) {
            policy.placement().prefetch(task, worker, TransferKind.TASK_PREFETCH);
        }
        listed.add(task, expect(task));
        canPull(task);
        return true;
    }

    /** How long the worker will be busy with a task that comes last: what is left of its transfer is noted on it. */
    private float expect(Task task) {
        float length = policy.predictedNanos(task);
        float transfer = policy.predictedTransferNanos(task);
        if (transfer > 0) {
            float overlapped = Math.max(0, estimatedEnd() - policy.clock().nanoTime());
            transfer = Math.max(0, transfer - overlapped);
            policy.predict(task, length, transfer);
        }
        return length + transfer;
    }

    /**
     * Takes a task for the worker, on its thread: one that was pushed to it, or else what the parents give. If they have nothing
     * but had something pushed below meanwhile, it asks once more.
     *
     * @return null if there is none
     */
    public Task take() {
        PULLER.setOpaque(this, Thread.currentThread());
        told = false;
        Task task = takeOnce();
        if (task == null && (told || !listed.isEmpty())) {
            task = takeOnce();
        }
        if (task != null) {
            TAKEN.setOpaque(this, taken + 1);
        }
        PULLS.setOpaque(this, pulls + 1);
        PULLER.setRelease(this, null);
        return task;
    }

    private Task takeOnce() {
        Task task = listed.isEmpty() ? null : takeListed();
        return task == null ? pullFromAbove() : task;
    }

    private Task takeListed() {
        for (Task task = listed.take(); task != null; task = listed.take()) {
            if (!task.isRestricted() || worker.canExecute(task)) {
                underWay.add(task, policy.predictedNanos(task), policy.predictedTransferNanos(task));
                return task;
            }
            reentry.pushAgain(task);
        }
        return null;
    }

    private Task pullFromAbove() {
        Task back = null;
        List<SchedulingComponent> parents = context().parents();
        for (int index = 0; index < parents.size(); index++) {
            SchedulingComponent parent = parents.get(index);
            for (Task task = parent.pull(worker, this); task != null; task = parent.pull(worker, this)) {
                if (isMine(task, parent, back)) {
                    expect(task);
                    underWay.add(task, policy.predictedNanos(task), policy.predictedTransferNanos(task));
                    return task;
                }
                back = task;
                reentry.pushAgain(task);
            }
        }
        return null;
    }

    /** Whether the worker can run a task; not if what the program answers has changed since the parent asked. */
    private boolean isMine(Task task, SchedulingComponent parent, Task back) {
        TaskState state = task.state();
        if (state != TaskState.READY && state != TaskState.CANCELLED) {
            throw new WrongTaskException(parent, task, worker, "a second time: it is " + state + " already");
        }
        if ((task.architectureSet() & architecture) == 0 || task == back) {
            throw new WrongTaskException(parent, task, worker, "which cannot execute it");
        }
        return !task.isRestricted() || worker.canExecute(task);
    }

    @Override
    public void drain(Consumer<? super Task> sink) {
        listed.takeAll(sink);
    }

    // Hints.

    /** Wakes the worker, unless it is awake or pulls just now: then it looks once more. */
    @Override
    public boolean canPull(Task task) {
        if (!worker.canExecute(task)) {
            return false;
        }
        if (PULLER.getOpaque(this) == Thread.currentThread()) {
            told = true;
            return true;
        }
        return policy.wake(worker);
    }

    // What is known of the worker.

    /**
     * Its kernel begins.
     *
     * @param task was {@link #take taken}
     */
    public void begins(Task task) {
        underWay.begin(task);
    }

    /**
     * Its kernel has ended.
     *
     * @param task was {@link #take taken}
     */
    public void ended(Task task) {
        underWay.end(task);
    }

    @Override
    public double estimatedLoad() {
        return (listed.size() + underWay.count()) / speed;
    }

    @Override
    public long estimatedEnd() {
        return Math.max(policy.clock().nanoTime(), underWay.end()) + listed.nanos();
    }

    @Override
    public long storedTasks() {
        return listed.size();
    }

    @Override
    public long expectedNanos() {
        return listed.nanos();
    }

    /**
     * How many tasks the worker was given.
     *
     * @return grows; may lag behind for other threads
     */
    public long taken() {
        return (long) TAKEN.getOpaque(this);
    }
}
