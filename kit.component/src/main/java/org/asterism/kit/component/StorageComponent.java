package org.asterism.kit.component;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
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
 * A component that keeps tasks until they are pulled, or until there is room below: what {@code fifo} and {@code prio}
 * are, and what others can be built on. Who wants another order only says so: the rank of a task is all that the
 * constructor needs, and tasks of one rank are in the order of their {@link PolicyContext#stamp(Task) stamps}.
 *
 * <p>What it does, besides keeping tasks:
 *
 * <ul>
 *   <li>It refuses pushes beyond its {@link StorageSettings limits}. What it has offered below and got back it keeps,
 *       whatever the limits.
 *   <li>It says below when it has a task ({@link #stored}), and above when it has room: after each pull, also one for
 *       which it had nothing.
 *   <li>It prefetches the data of a task if all workers below work in one memory, unless the settings say otherwise.
 *   <li>It {@link #canPush pushes on} what it keeps when it is told that there is room below. A task that is refused
 *       returns to its place, and blocks those of its kind until somebody asks again, but no others.
 *   <li>It adds up how long its tasks are expected to take, if it is asked to, from what components above have
 *       {@link PolicyContext#predict noted}. Of the time that a task's data travel only that counts which lies behind
 *       the end of what is there already; that is noted anew.
 * </ul>
 *
 * <p><b>Threads.</b> As {@link SchedulingComponent} says. No lock is held while another component is called.
 *
 * <p>Source: the components fifo and prio of StarPU (Sergent, Archipoff). Unlike there, a refused task does not block
 * tasks that other workers could take, and a worker is given only what it can execute.
 */
@ConsumerType
public class StorageComponent extends SchedulingComponent {
    private static final System.Logger LOG = System.getLogger(StorageComponent.class.getName());

    private final PolicyContext policy;
    private final StorageSettings settings;
    private final ToIntFunction<? super Task> rank;
    private final TaskStore store;

    /** Null if nothing has to be counted. */
    private final StorageAccounts accounts;

    private final DataReadiness readiness;
    private final Seekers seekers = new Seekers();
    private final AtomicLong room = new AtomicLong();
    private final AtomicBoolean warned = new AtomicBoolean();

    /** Whether tasks are taken out that may come back. */
    private volatile boolean pumps;

    // What changes with the tree only.
    private boolean hasParents;
    private boolean hasMemories;
    private Worker fetcher;
    private double speed = 1;

    /**
     * For factories and those who derive.
     *
     * @param context the component's place
     * @param settings its limits, and which task is given first
     * @param rank gives each task its rank, higher ones go first; must give the same each time while the task is kept
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

    // Tasks come.

    @Override
    public boolean push(Task task) {
        if (accounts != null && !count(task)) {
            return false;
        }
        if (fetcher != null && task.dataCount() > 0) {
            policy.placement().prefetch(task, fetcher, TransferKind.TASK_PREFETCH, rank.applyAsInt(task));
        }
        store.add(task);
        stored(task);
        return true;
    }

    /**
     * Called when a task was stored. Tells the children; may be overridden to {@link #pumpFor push it on} as well.
     *
     * @param task may have been taken meanwhile
     */
    protected void stored(Task task) {
        tellChildren(task);
    }

    /** Counts a task, if there is room for it. */
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

    /** How long data still travel when what is there has ended. */
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
                            + " is expected to take " + length + " ns, more than " + StorageSettings.LENGTH
                            + " allows all tasks"
                            + " here together (" + settings.nanos()
                            + " ns). Such tasks are accepted one at a time; allow at least"
                            + " the length of the longest task. This is said once.");
        }
    }

    // Tasks go.

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

    /** Wakes somebody below each of those who share the room, in other contexts' trees: who is free will ask. */
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

    /** Looks once more, so that no task is missed that is out just now. */
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
        room.incrementAndGet();
        boolean pushed = pump(store.round(policy.currentWorker()));
        if (hasParents && (accounts == null || accounts.hasRoom(0)) && tellParents()) {
            pushed |= pump(store.round(policy.currentWorker()));
        }
        return pushed;
    }

    /**
     * Pushes a task on that was just stored, and what comes before it, as far as it is accepted below: for those who do
     * not wait until they are asked. Does nothing if a task before it was refused and nobody has asked since: whoever
     * has refused it will.
     *
     * @param task was stored
     * @return whether something was accepted
     */
    protected final boolean pumpFor(Task task) {
        return !store.isRefused(task, room.get()) && pump(store.roundFor(task));
    }

    private boolean pump(TaskStore.Round round) {
        pumps = true;
        boolean pushed = false;
        long endedBefore = 0;
        while (true) {
            long roomBefore = room.get();
            if (!store.hasReturned(round)) {
                endedBefore = seekers.ended();
            }
            Task task = store.takeFirst(round);
            if (task == null) {
                task = seek(round);
                endedBefore++;
            }
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
                continue;
            }
            if (accounts != null) {
                accounts.adjust(expectedNanos(task) - expected);
            }
            store.refuse(round, refused, task, roomBefore);
            if (seekers.haveMissed(endedBefore)) {
                wakeOneBelow(refused);
            }
        }
    }

    private Task seek(TaskStore.Round round) {
        seekers.begin();
        try {
            return store.takeFirst(round);
        } finally {
            seekers.end();
        }
    }

    /**
     * Offers a task below, or another one of its kind and rank: who overrides this may {@link #takeAlike take} some
     * more, must {@link #putBack put back} all but one, and offers that. Unless overridden, {@link #offer offers} the
     * first. Only for stores that count nothing.
     *
     * @param first was taken out of the store; its place is kept
     * @param round to take more
     * @return null if one was accepted; else the one that was refused, and returns to its place
     */
    protected Task offerOne(Task first, TaskStore.Round round) {
        return offer(first) ? null : first;
    }

    /**
     * Takes a further task of the kind and rank of one that is to be {@link #offerOne offered}.
     *
     * @param round as it was given
     * @param first as it was given
     * @return null if there is none
     */
    protected final Task takeAlike(TaskStore.Round round, Task first) {
        return store.takeAlike(round, first);
    }

    /**
     * Puts a task back to its place, which was taken to be offered and will not be.
     *
     * @param round as it was given
     * @param task was taken
     */
    protected final void putBack(TaskStore.Round round, Task task) {
        store.putBack(round, task);
    }

    /**
     * Offers a task below. Unless overridden, pushes it to the only child.
     *
     * @param task was taken out of the store; its place is kept
     * @return false if it was refused, and returns to its place
     */
    protected boolean offer(Task task) {
        List<SchedulingComponent> children = context().children();
        return !children.isEmpty() && children.get(0).push(task);
    }

    // What is known.

    /** The workers below fill the gaps between their ends with what is kept here. */
    @Override
    public long estimatedEnd() {
        return estimatedEndWith(expectedNanos());
    }

    /** The tasks kept here are run at the average speed of the workers below. */
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
