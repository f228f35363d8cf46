package org.asterism.kit.component;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import java.util.stream.DoubleStream;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.data.TransferKind;
import org.asterism.kit.policy.TaskStore;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.WorkerSet;
import org.asterism.spi.policy.PolicyContext;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Component that keeps tasks until workers pull them or there is room below. It is the base of {@code fifo},
 * {@code prio} and other stores. The constructor takes a function for the rank of a task, which defines the order.
 * Tasks of equal rank keep the order of their {@link PolicyContext#stamp(Task) stamps}.
 *
 * <p>A store does the following:
 *
 * <ul>
 *   <li>It refuses pushes beyond its {@link StorageSettings limits}. It always keeps a task that its child refused,
 *       even beyond the limits.
 *   <li>It notifies its children of each new task ({@link #stored}). It reports room to its parents after each pull,
 *       whether it had a task or not.
 *   <li>It prefetches the data of a task if all workers below work in one memory, unless the settings say otherwise.
 *   <li>It {@link #canPush pushes} its tasks when a child reports room. A refused task returns to its place. Until a
 *       child asks again, the refusal blocks tasks of the same kind only.
 *   <li>On request it sums up the expected times of its tasks, which components above have {@link PolicyContext#predict
 *       noted}. Data transfers overlap with the tasks that are already there; only the remaining transfer time is
 *       added, and noted on the task.
 * </ul>
 *
 * <p><b>Threads.</b> As for {@link SchedulingComponent}. No lock is held during calls to other components.
 *
 * <p>Source: the components fifo and prio of StarPU (Sergent, Archipoff). Here a refused task does not block tasks that
 * other workers could take, and a worker only gets tasks that it can execute.
 */
@ConsumerType
public class StorageComponent extends SchedulingComponent {
    private static final System.Logger LOG = System.getLogger(StorageComponent.class.getName());

    private final PolicyContext policy;
    private final StorageSettings settings;
    private final ToIntFunction<? super Task> rank;
    private final TaskStore store;

    /** Null if there are no limits and no sum of expected times. */
    private final StorageAccounts accounts;

    private final DataReadiness readiness;
    private final Seekers seekers = new Seekers();
    private final AtomicBoolean warned = new AtomicBoolean();

    /** Whether this store pushes, so that a task may be out of the store for a moment and come back. */
    private volatile boolean pumps;

    // Changes with the tree only.
    private boolean hasParents;
    private boolean hasMemories;
    private Worker fetcher;
    private double speed = 1;

    /**
     * Creates a store, for factories and subclasses.
     *
     * @param context the component's place
     * @param settings limits, order and prefetching
     * @param rank rank of a task; higher ranks go first. It must not change while the task is stored
     */
    public StorageComponent(ComponentContext context, StorageSettings settings, ToIntFunction<? super Task> rank) {
        super(context);
        this.settings = Objects.requireNonNull(settings, "settings");
        this.rank = Objects.requireNonNull(rank, "rank");
        policy = context.policy();
        store = new TaskStore(policy, rank);
        accounts = settings.isBounded() || settings.expected()
                ? context.shared(StorageAccounts.class, () -> new StorageAccounts(settings))
                : null;
        readiness = settings.choice() == StorageSettings.Choice.FIRST
                ? null
                : new DataReadiness(store, policy.placement(), settings);
    }

    @Override
    public void changed() {
        if (accounts != null) {
            accounts.join(this);
        }
        List<SchedulingComponent> parents = context().parents();
        hasParents = !parents.isEmpty();
        hasMemories = policy.placement().memoryNodes().size() > 1;
        WorkerSet workers = context().workersInContext();
        fetcher = hasMemories && settings.prefetch() && workers.isSingleMemoryNode() ? workers.first() : null;
        speed = DoubleStream.concat(
                        workers.list().stream()
                                .mapToDouble(worker -> policy.predictor().relativeSpeed(worker)),
                        workers.combined().stream()
                                .mapToDouble(combined -> policy.predictor().relativeSpeed(combined)))
                .average()
                .orElse(1);
    }

    // Arrival of tasks.

    @Override
    public boolean push(Task task) {
        if (accounts != null && !count(task)) {
            return false;
        }
        if (fetcher != null && task.dataCount() > 0) {
            policy.placement().prefetch(task, fetcher, TransferKind.TASK_PREFETCH, rank.applyAsInt(task));
        }
        context().stored(task);
        store.add(task);
        stored(task);
        return true;
    }

    /**
     * Notifies the children that a task was stored. Subclasses may override this to {@link #pumpFor push} the task as
     * well.
     *
     * @param task the stored task; a worker may have taken it meanwhile
     */
    protected void stored(Task task) {
        tellChildren(task);
    }

    /** Adds a task to the account, if there is room for it. */
    private boolean count(Task task) {
        if (!settings.expected()) {
            return accounts.add(0, 0) != StorageAccounts.Room.NONE;
        }
        long length = Math.round((double) policy.predictedNanos(task));
        float travel = policy.predictedTransferNanos(task);
        long transfer = 0;
        if (travel > 0) {
            if (!accounts.hasRoom(length)) {
                return false;
            }
            transfer = remaining(Math.round((double) travel));
        }
        switch (accounts.add(length, transfer)) {
            case NONE -> {
                return false;
            }
            case GIVEN_TO_LONG_TASK -> warn(task, length);
            case GIVEN -> {}
        }
        if (transfer != travel) {
            policy.predict(task, length, transfer);
        }
        return true;
    }

    /** Returns the part of a transfer time that remains after the end of the tasks that are already there. */
    private long remaining(long travel) {
        long end = estimatedEnd();
        long now = policy.clock().nanoTime();
        return end <= now || end == Long.MAX_VALUE ? travel : Math.max(0, travel - (end - now));
    }

    private void warn(Task task, long length) {
        if (warned.compareAndSet(false, true)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "component " + this + " of context " + policy.contextName() + ": task " + task
                            + " is expected to take " + length + " ns, more than exp-len allows all tasks"
                            + " here together (" + settings.nanos()
                            + " ns). Such tasks are accepted one at a time; set exp-len to at least"
                            + " the length of the longest task. This is logged once.");
        }
    }

    // Departure of tasks.

    @Override
    public Task pull(Worker worker, SchedulingComponent to) {
        Task task = takeFor(worker);
        if (task == null) {
            if (hasParents && (accounts == null || accounts.hasRoom(0))) {
                tellParents();
            }
            task = seekFor(worker);
            if (task == null) {
                return null;
            }
        }
        if (accounts != null) {
            accounts.remove(expectedNanos(task));
            tellSharers();
        }
        if (hasParents) {
            tellParents();
        }
        return task;
    }

    /** Wakes one worker below each store that shares the account, because these stores have room now. */
    private void tellSharers() {
        if (!settings.isBounded()) {
            return;
        }
        StorageComponent[] sharers = accounts.sharers();
        for (int index = 0; index < sharers.length; index++) {
            if (sharers[index] != this) {
                sharers[index].wakeOne();
            }
        }
    }

    private void wakeOne() {
        List<Worker> workers = context().workersInContext().list();
        for (int index = 0; index < workers.size(); index++) {
            if (policy.wake(workers.get(index))) {
                return;
            }
        }
    }

    private Task takeFor(Worker worker) {
        return readiness != null && hasMemories ? readiness.takeFor(worker) : store.takeFor(worker);
    }

    /** Searches once more, because another thread may have held a task during the first search. */
    private Task seekFor(Worker worker) {
        if (!pumps) {
            return hasParents ? takeFor(worker) : null;
        }
        seekers.begin();
        try {
            return takeFor(worker);
        } finally {
            seekers.end();
        }
    }

    private long expectedNanos(Task task) {
        return settings.expected()
                ? Math.round((double) policy.predictedNanos(task))
                        + Math.round((double) policy.predictedTransferNanos(task))
                : 0;
    }

    @Override
    public boolean canPush(SchedulingComponent to) {
        seekers.report();
        boolean pushed;
        try {
            pushed = pump(store.round(policy.currentWorker()), 1);
        } finally {
            seekers.end();
        }
        if (hasParents && (accounts == null || accounts.hasRoom(0)) && tellParents()) {
            seekers.begin();
            try {
                pushed |= pump(store.round(policy.currentWorker()), 1);
            } finally {
                seekers.end();
            }
        }
        return pushed;
    }

    /**
     * Pushes a task that was just stored, and tasks before it, until the children refuse or say that they would. Stores
     * that push without a request call this. It does nothing while an earlier task was refused and no child has asked
     * since, because the child that refused will ask.
     *
     * @param task the stored task
     * @return whether a child accepted a task
     */
    protected final boolean pumpFor(Task task) {
        return !store.isRefused(task, seekers.reports()) && pump(store.roundFor(task), 0);
    }

    /**
     * Pushes tasks until the children refuse or say that they would.
     *
     * @param own number of searches that the calling thread has begun for this
     */
    private boolean pump(TaskStore.Round round, int own) {
        if (!pumps) { // avoid the fence of a volatile write for each task
            pumps = true;
        }
        boolean pushed = false;
        long endedBefore = 0;
        while (true) {
            long reports = seekers.reports();
            if (!store.hasReturned(round)) {
                endedBefore = seekers.ended();
            }
            Task task = store.takeFirst(round);
            if (task == null) {
                return pushed;
            }
            long expected = expectedNanos(task);
            Task refused = offerOne(task, round);
            if (refused == null) {
                pushed = true;
                if (accounts != null) {
                    accounts.remove(expected);
                    tellSharers();
                }
                if (isFullBelow(round, task)) {
                    return true;
                }
                continue;
            }
            if (accounts != null) {
                accounts.adjust(expectedNanos(task) - expected);
            }
            store.refuse(round, refused, task, reports);
            if (seekers.haveMissed(endedBefore, own)) {
                wakeOneBelow(refused);
            }
        }
    }

    /**
     * Whether the only child says that it would refuse the next task. Tasks of other kinds would have to be offered all
     * the same, and of those that were put back it has to be found out whether somebody missed them.
     */
    private boolean isFullBelow(TaskStore.Round round, Task accepted) {
        List<SchedulingComponent> children = context().children();
        return children.size() == 1
                && !store.hasReturned(round)
                && store.holdsOnlyKindOf(round)
                && !children.get(0).mayAcceptMore(accepted);
    }

    /**
     * Offers a task, or another one of the same kind and rank, to the children. By default it {@link #offer offers}
     * {@code first}. An override may {@link #takeAlike take} further tasks, offer one of them, and must {@link #putBack
     * put back} all others. Only stores without an account may override it.
     *
     * @param first task that was taken out of the store, which keeps its place
     * @param round current round, for {@link #takeAlike}
     * @return null if a child accepted a task; otherwise the refused task, which returns to its place
     */
    protected Task offerOne(Task first, TaskStore.Round round) {
        return offer(first) ? null : first;
    }

    /**
     * Takes another task of the same kind and rank as the one to be {@link #offerOne offered}.
     *
     * @param round the argument of {@link #offerOne}
     * @param first the argument of {@link #offerOne}
     * @return the task, or null if there is none
     */
    protected final Task takeAlike(TaskStore.Round round, Task first) {
        return store.takeAlike(round, first);
    }

    /**
     * Puts a task that will not be offered back to its place.
     *
     * @param round the argument of {@link #offerOne}
     * @param task a task from {@link #takeAlike}, or {@code first}
     */
    protected final void putBack(TaskStore.Round round, Task task) {
        store.putBack(round, task);
    }

    /**
     * Offers a task to the children. By default it pushes the task to the only child.
     *
     * @param task task that was taken out of the store, which keeps its place
     * @return whether a child accepted it; otherwise it returns to its place
     */
    protected boolean offer(Task task) {
        List<SchedulingComponent> children = context().children();
        return !children.isEmpty() && children.get(0).push(task);
    }

    // Estimates.

    /** Assumes that the stored tasks fill the gaps between the ends of the workers below. */
    @Override
    public long estimatedEnd() {
        return estimatedEndWith(expectedNanos());
    }

    /** Adds the stored tasks, as if workers of average speed ran them. */
    @Override
    public double estimatedLoad() {
        return super.estimatedLoad() + store.size() / speed;
    }

    @Override
    public long storedTasks() {
        return store.size();
    }

    @Override
    public long expectedNanos() {
        return accounts == null ? 0 : accounts.nanos();
    }

    @Override
    public boolean isReservoir() {
        return true;
    }

    @Override
    public boolean isBounded() {
        return settings.isBounded();
    }

    @Override
    public boolean isPump() {
        return true;
    }

    @Override
    public void giveBack(Consumer<? super Task> sink) {
        WorkerSet workers = context().workersInContext();
        boolean[] any = new boolean[1];
        store.takeRestricted(task -> !workers.canExecute(task), task -> {
            any[0] = true;
            giveUp(task, sink);
        });
        if (any[0] && accounts != null) {
            tellSharers();
        }
    }

    private void giveUp(Task task, Consumer<? super Task> sink) {
        if (accounts != null) {
            accounts.remove(expectedNanos(task));
        }
        sink.accept(task);
    }

    @Override
    public void drain(Consumer<? super Task> sink) {
        store.takeAll(task -> giveUp(task, sink));
        if (accounts != null) {
            tellSharers();
        }
    }

    @Override
    public void close() {
        if (accounts != null) {
            accounts.leave(this);
        }
    }
}
