package org.asterism.policy.modular.internal.worker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.asterism.api.Task;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.api.data.TransferKind;
import org.asterism.policy.modular.internal.ComponentFault;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.policy.PolicyContext;

/**
 * The end of a tree at one worker. It keeps what is pushed to it, for its worker alone, asks its parents when it has
 * nothing, and knows how long the worker will be busy. What it is pushed it does not refuse: who can have the worker
 * pull instead tells it, by {@link #canPull}.
 *
 * <p><b>Threads.</b> Any may push, tell and ask. {@link #take} and the hooks are called on the worker's own thread:
 * what only it changes needs no lock.
 *
 * <p>Source: the worker component of StarPU's modular schedulers; times are nanoseconds.
 */
public final class WorkerComponent extends TreeEnd {
    /** How often it asks at most: a task may come down by a step at each time. */
    private static final int MOST_LOOKS = 8;

    /**
     * How many tasks in a row it may be given that it cannot execute, since what the program answers has changed; who
     * gives it more has not asked.
     */
    private static final int MOST_OTHERS = 16;

    private static final VarHandle PULLER;
    private static final VarHandle PULLS;
    private static final VarHandle NOTHING;
    private static final VarHandle TAKEN;
    private static final VarHandle TAKEN_RESTRICTED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            PULLER = lookup.findVarHandle(WorkerComponent.class, "puller", Thread.class);
            PULLS = lookup.findVarHandle(WorkerComponent.class, "pulls", long.class);
            NOTHING = lookup.findVarHandle(WorkerComponent.class, "foundNothing", boolean.class);
            TAKEN_RESTRICTED = lookup.findVarHandle(WorkerComponent.class, "takenRestricted", long.class);
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
    private final long tag;
    private final double speed;
    private final Listed listed = new Listed();
    private final UnderWay underWay;
    private final Engagements engagements;

    /** Those of the combined workers that it leads; replaced while nobody is in the tree. */
    private CombinedWorkerComponent[] led = {};

    /**
     * How long tasks will take that it has to run together with others and that have not begun, and how many these are.
     */
    private final AtomicLong reservedNanos = new AtomicLong();

    private final AtomicInteger reserved = new AtomicInteger();

    /** Until when it will run a task that another worker leads; the past if it does not. */
    private volatile long engagedUntil = Long.MIN_VALUE;

    // The worker's own thread writes these.

    /** The thread that pulls for the worker at the moment, or null. Others only compare it with themselves. */
    private Thread puller;

    /** How often it has pulled. */
    private long pulls;

    /** How many tasks it was given. */
    private long taken;

    private long takenRestricted;

    /** Whether it found nothing the last time. */
    private boolean foundNothing;

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
        prefetches = context.parameters().flag(WorkerKind.PREFETCH);
        architecture = 1L << worker.architecture().index();
        tag = reentry.tag();
        speed = policy.predictor().relativeSpeed(worker);
        underWay = new UnderWay(policy.clock());
        engagements = new Engagements(this);
    }

    /**
     * The worker.
     *
     * @return the same at every call
     */
    public Worker worker() {
        return worker;
    }

    /**
     * Says which combined workers it leads.
     *
     * @param components theirs, larger ones first
     */
    public void lead(List<CombinedWorkerComponent> components) {
        led = components.toArray(CombinedWorkerComponent[]::new);
    }

    // Tasks.

    @Override
    public boolean push(Task task) {
        if (prefetches) {
            policy.placement().prefetch(task, worker, TransferKind.TASK_PREFETCH);
        }
        float length = policy.predictedNanos(task);
        listed.add(task, length + remainingTransfer(task, length));
        canPull(task);
        return true;
    }

    /** How long the worker will have to wait for the data of a task that comes last, which is noted on it. */
    private float remainingTransfer(Task task, float length) {
        float transfer = policy.predictedTransferNanos(task);
        if (transfer > 0) {
            float overlapped = Math.max(0, estimatedEnd() - policy.clock().nanoTime());
            transfer = Math.max(0, transfer - overlapped);
            policy.predict(task, length, transfer);
        }
        return transfer;
    }

    /**
     * Takes a task for the worker, on its thread: one that was pushed to it, or else what the parents give. If they
     * have nothing but have pushed something towards it meanwhile, it asks again.
     *
     * @return null if there is none
     */
    public Task take() {
        beginLook();
        Task task;
        int left = MOST_LOOKS;
        do {
            told = false;
            task = takeOnce();
            left--;
        } while (task == null && left > 0 && (told || !listed.isEmpty() || isAwaited()));
        if (task != null) {
            TAKEN.setOpaque(this, taken + 1);
            if (task.isRestricted()) {
                TAKEN_RESTRICTED.setOpaque(this, takenRestricted + 1);
            }
            if (foundNothing) {
                NOTHING.setOpaque(this, false);
            }
        } else {
            underWay.forgetEnded();
            if (!foundNothing) {
                NOTHING.setOpaque(this, true);
            }
        }
        endLook();
        return task;
    }

    /** Says that the worker does something on its thread with tasks that are kept nowhere meanwhile. */
    public void beginLook() {
        PULLER.setOpaque(this, Thread.currentThread());
    }

    /** Says that the worker has done so. */
    public void endLook() {
        PULLS.setOpaque(this, pulls + 1);
        PULLER.setRelease(this, null);
    }

    private Task takeOnce() {
        Task task = led.length == 0 ? null : takeLed();
        if (task == null && !listed.isEmpty()) {
            task = takeListed();
        }
        return task == null ? pullFromAbove() : task;
    }

    /** Whether there is a task that it leads others in. */
    private boolean isAwaited() {
        for (CombinedWorkerComponent component : led) {
            if (!component.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    private Task takeLed() {
        engagements.forgetEnded();
        for (CombinedWorkerComponent component : led) {
            Task task = component.isEmpty() ? null : component.take();
            if (task != null) {
                expectMine(task, component);
                float length = policy.predictedNanos(task);
                float transfer = policy.predictedTransferNanos(task);
                underWay.add(task, length, transfer);
                engagements.add(task, component.members(), (long) (length + transfer));
                return task;
            }
        }
        return null;
    }

    private Task takeListed() {
        for (Task task = listed.take(); task != null; task = listed.take()) {
            if (isMine(task, this)) {
                underWay.add(task, policy.predictedNanos(task), policy.predictedTransferNanos(task));
                return task;
            }
            reentry.pushAgain(task);
        }
        return null;
    }

    private Task pullFromAbove() {
        List<SchedulingComponent> parents = context().parents();
        for (int index = 0; index < parents.size(); index++) {
            Task task = pullFrom(parents.get(index));
            if (task != null) {
                float length = policy.predictedNanos(task);
                underWay.add(task, length, remainingTransfer(task, length));
                return task;
            }
        }
        return null;
    }

    private Task pullFrom(SchedulingComponent parent) {
        Task task = parent.pull(worker, this);
        for (int left = MOST_OTHERS; task != null && !isMine(task, parent); left--) {
            if (left == 0) {
                throw notExecutable(task, parent);
            }
            reentry.pushAgain(task);
            task = parent.pull(worker, this);
        }
        return task;
    }

    /** Whether the worker can run a task; not if what the program answers has changed since the parent asked. */
    private boolean isMine(Task task, SchedulingComponent parent) {
        expectMine(task, parent);
        return !task.isRestricted() || worker.canExecute(task);
    }

    private void expectMine(Task task, SchedulingComponent parent) {
        if ((policy.stamp(task) & Reentry.TAG) != tag) {
            throw Giver.fault(parent, task, worker, ", which was not pushed to this tree");
        }
        TaskState state = task.state();
        if (state != TaskState.READY && state != TaskState.CANCELLED) {
            throw Giver.fault(parent, task, worker, " a second time: it is " + state + " already");
        }
        if ((task.architectureSet() & architecture) == 0) {
            throw notExecutable(task, parent);
        }
    }

    private ComponentFault notExecutable(Task task, SchedulingComponent parent) {
        return Giver.fault(parent, task, worker, ", which cannot execute it");
    }

    @Override
    public void giveBack(Consumer<? super Task> sink) {
        for (Task task : listed.restricted()) {
            if (!worker.canExecute(task) && listed.remove(task)) {
                sink.accept(task);
            }
        }
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
        return tellIfItPulls(task) || policy.wake(worker);
    }

    /**
     * Has the worker look once more if it is the calling thread that looks for a task just now.
     *
     * @param task can be pulled
     * @return whether it will look once more
     */
    public boolean tellIfItPulls(Task task) {
        if (PULLER.getOpaque(this) != Thread.currentThread() || !worker.canExecute(task)) {
            return false;
        }
        told = true;
        return true;
    }

    // What is known of the worker.

    /**
     * Its kernel begins.
     *
     * @param task was {@link #take taken}
     */
    public void begins(Task task) {
        underWay.begin(task);
        engagements.begin(task);
    }

    /**
     * Its kernel has ended.
     *
     * @param task was {@link #take taken}
     */
    public void ended(Task task) {
        underWay.end(task);
        engagements.end(task);
    }

    /** A task waits that it has to run together with others. */
    void reserve(long nanos) {
        reserved.incrementAndGet();
        reservedNanos.addAndGet(nanos);
    }

    /** Such a task was taken away. */
    void release(long nanos) {
        reserved.decrementAndGet();
        reservedNanos.addAndGet(-nanos);
    }

    /** Such a task begins. */
    void engage(long nanos) {
        reservedNanos.addAndGet(-nanos);
        engagedUntil = policy.clock().nanoTime() + nanos;
    }

    /** Such a task has ended. */
    void disengage() {
        reserved.decrementAndGet();
        engagedUntil = Long.MIN_VALUE;
    }

    @Override
    public void close() {
        engagements.forgetAll();
    }

    @Override
    public double estimatedLoad() {
        return (listed.size() + underWay.count() + reserved.get()) / speed;
    }

    @Override
    public long estimatedEnd() {
        long free = Math.max(underWay.end(), engagedUntil);
        return Math.max(policy.clock().nanoTime(), free) + listed.nanos() + reservedNanos.get();
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
     * Whether the worker found nothing when it last looked, and nothing it was given is under way.
     *
     * @return the answer at some moment
     */
    public boolean isIdle() {
        return (boolean) NOTHING.getOpaque(this) && underWay.count() == 0;
    }

    /**
     * Whether the worker looks for a task just now. If not, what it did when it last looked is visible to the caller.
     *
     * @return the answer at some moment
     */
    public boolean isLooking() {
        return PULLER.getAcquire(this) != null;
    }

    /**
     * How often the worker has looked for a task.
     *
     * @return grows
     */
    public long looks() {
        return (long) PULLS.getOpaque(this);
    }

    /**
     * How many tasks the worker was given.
     *
     * @return grows; may lag behind for other threads
     */
    public long taken() {
        return (long) TAKEN.getOpaque(this);
    }

    /**
     * How many restricted tasks the worker was given.
     *
     * @return grows; may lag behind for other threads
     */
    public long takenRestricted() {
        return (long) TAKEN_RESTRICTED.getOpaque(this);
    }
}
