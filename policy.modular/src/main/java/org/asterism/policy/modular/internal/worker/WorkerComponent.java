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
 * End of a tree at one worker. It stores pushed tasks for its worker only, pulls from its parents when it has none, and
 * estimates how long the worker will be busy. It never refuses a push. A component that lets the worker pull instead
 * calls {@link #canPull}.
 *
 * <p><b>Threads.</b> Any thread may push, announce and query. {@link #take} and the hooks are called on the worker's
 * own thread, so state that only they change needs no lock.
 *
 * <p>Source: the worker component of StarPU's modular schedulers; times are nanoseconds.
 */
public final class WorkerComponent extends TreeEnd {
    /** Maximum number of attempts per search, because each attempt may move a task down by one step. */
    private static final int MOST_LOOKS = 8;

    /**
     * Maximum number of consecutive tasks from a parent that the worker cannot execute because the program changed its
     * answer. A parent that exceeds it did not check at all.
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
            PULLER = lookup.findVarHandle(WorkerComponent.class, "puller", long.class);
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

    /** Components of the combinations that it leads. Replaced only while no thread is in the tree. */
    private CombinedWorkerComponent[] led = {};

    /** Expected time of tasks that it has to run together with others and that have not begun, and their number. */
    private final AtomicLong reservedNanos = new AtomicLong();

    private final AtomicInteger reserved = new AtomicInteger();

    /** Time at which the current task that another worker leads will end; in the past if there is none. */
    private volatile long engagedUntil = Long.MIN_VALUE;

    // Only the worker's own thread writes these fields.

    /**
     * Id of the thread that is searching for the worker now, or 0. Other threads only compare it with their own. Not
     * the thread itself: G1 would pay for the store of a reference with a fence.
     */
    private long puller;

    /** Number of searches. */
    private long pulls;

    /** Number of taken tasks. */
    private long taken;

    private long takenRestricted;

    /** Whether the last search found nothing. */
    private boolean foundNothing;

    /** Whether its own thread announced a task during its search. */
    private boolean told;

    /**
     * Creates the component of a worker.
     *
     * @param context context of the component
     * @param worker the worker
     * @param reentry entrance for tasks that the worker cannot execute any more
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
     * Returns the worker.
     *
     * @return the worker
     */
    public Worker worker() {
        return worker;
    }

    /**
     * Sets the components of the combined workers that it leads.
     *
     * @param components the components, larger combinations first
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
        float transfer = remainingTransfer(task, length);
        context().stored(task);
        listed.add(task, length + transfer);
        canPull(task);
        return true;
    }

    /** Returns how long the worker will wait for the data of a new last task, and notes it on the task. */
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
     * Takes a task for the worker, on its thread: a pushed task first, otherwise one from the parents. If the parents
     * return none but have pushed a task towards the worker meanwhile, it tries again.
     *
     * @return the task, or null if there is none
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

    /** Marks that the worker's thread is searching or holds tasks that are in no store. */
    public void beginLook() {
        PULLER.setOpaque(this, Thread.currentThread().threadId());
    }

    /** Marks the end of what {@link #beginLook} began. */
    public void endLook() {
        PULLS.setOpaque(this, pulls + 1);
        PULLER.setRelease(this, 0L);
    }

    private Task takeOnce() {
        Task task = led.length == 0 ? null : takeLed();
        if (task == null && !listed.isEmpty()) {
            task = takeListed();
        }
        return task == null ? pullFromAbove() : task;
    }

    /** Whether there is a task that it leads. */
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

    /** Whether the worker can run a task. It cannot if the program changed its answer after the parent asked. */
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

    /** Wakes the worker. If its own thread is calling during a search, it searches once more instead. */
    @Override
    public boolean canPull(Task task) {
        if (!worker.canExecute(task)) {
            return false;
        }
        return tellIfItPulls(task) || policy.wake(worker);
    }

    /**
     * Makes the worker search once more if the calling thread is the one that is searching for it.
     *
     * @param task task that can be pulled
     * @return whether it will search once more
     */
    public boolean tellIfItPulls(Task task) {
        if ((long) PULLER.getOpaque(this) != Thread.currentThread().threadId() || !worker.canExecute(task)) {
            return false;
        }
        told = true;
        return true;
    }

    // Estimates.

    /**
     * Whether the component must be told of the beginning and the end of a task. Otherwise it notices the end at the
     * worker's next search, or when the worker's thread asks for the load.
     *
     * @param task task from {@link #take}
     * @return false if nobody knows how long the task takes, and the worker leads no combined worker
     */
    public boolean mustFollow(Task task) {
        return led.length > 0 || underWay.isTimed(task);
    }

    /**
     * Records that the kernel of a task begins.
     *
     * @param task task from {@link #take}
     */
    public void begins(Task task) {
        underWay.begin(task);
        engagements.begin(task);
    }

    /**
     * Records that the kernel of a task has ended.
     *
     * @param task task from {@link #take}
     */
    public void ended(Task task) {
        underWay.end(task);
        engagements.end(task);
    }

    /** Adds a waiting task that the worker has to run together with others. */
    void reserve(long nanos) {
        reserved.incrementAndGet();
        reservedNanos.addAndGet(nanos);
    }

    /** Removes such a task. */
    void release(long nanos) {
        reserved.decrementAndGet();
        reservedNanos.addAndGet(-nanos);
    }

    /** Records that such a task begins. */
    void engage(long nanos) {
        reservedNanos.addAndGet(-nanos);
        engagedUntil = policy.clock().nanoTime() + nanos;
    }

    /** Records that such a task has ended. */
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
        if (underWay.count() > 0 && policy.currentWorker() == worker) {
            underWay.forgetEnded(); // the policy may not have followed the task that has just ended
        }
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
     * Whether the last search of the worker found nothing and none of its tasks is running.
     *
     * @return the answer at some moment during the call
     */
    public boolean isIdle() {
        return (boolean) NOTHING.getOpaque(this) && underWay.count() == 0;
    }

    /**
     * Whether the worker is searching now. If not, the effects of its last search are visible to the caller.
     *
     * @return the answer at some moment during the call
     */
    public boolean isLooking() {
        return (long) PULLER.getAcquire(this) != 0;
    }

    /**
     * Returns the number of searches of the worker.
     *
     * @return the number, which only grows
     */
    public long looks() {
        return (long) PULLS.getOpaque(this);
    }

    /**
     * Returns the number of tasks that the worker has taken.
     *
     * @return the number, which only grows; may be outdated for other threads
     */
    public long taken() {
        return (long) TAKEN.getOpaque(this);
    }

    /**
     * Returns the number of restricted tasks that the worker has taken.
     *
     * @return the number, which only grows; may be outdated for other threads
     */
    public long takenRestricted() {
        return (long) TAKEN_RESTRICTED.getOpaque(this);
    }
}
