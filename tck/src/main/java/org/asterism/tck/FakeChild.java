package org.asterism.tck;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.tck.TaskAccount.Place;

/**
 * Child of a component under test, with its workers. It is either a small store, whose workers report room when they
 * have taken a task, or a stand-in for workers, which pull. Thread-safe.
 */
final class FakeChild extends SchedulingComponent {
    private static final long TASK_NANOS = 1_000_000;

    private final TaskAccount account;
    private final Visits visits;
    private final boolean store;
    private final Set<FakeTask> tasks = new LinkedHashSet<>();
    private final SplittableRandom random;
    private final AtomicLong asked = new AtomicLong();
    private volatile int room = Integer.MAX_VALUE;
    private volatile int refusalsInTen;
    private volatile Predicate<? super Task> accepts = task -> true;

    FakeChild(ComponentContext context, TaskAccount account, Visits visits, boolean store, long seed) {
        super(context);
        this.account = account;
        this.visits = visits;
        this.store = store;
        random = new SplittableRandom(seed);
    }

    /** Sets how many tasks it accepts; with 0 it refuses all. */
    void room(int most) {
        room = most;
    }

    /** Sets which tasks it accepts. */
    void accept(Predicate<? super Task> rule) {
        accepts = rule;
    }

    /** Sets how many of ten tasks it refuses without a reason; it soon asks for them again. */
    void refuseSome(int ofTen) {
        refusalsInTen = ofTen;
    }

    /** Returns how often it was offered or told of a task. */
    long asked() {
        return asked.get();
    }

    /** Makes one of its workers search for a task: here first, then above. */
    FakeTask next(FakeWorker worker) {
        FakeTask own = takeOwn(worker);
        if (own == null && store) {
            tellParents();
            own = takeOwn(worker);
        } else if (own == null) {
            FakeTask pulled = pull(worker);
            if (pulled != null) {
                return pulled;
            }
            own = takeOwn(worker);
        }
        if (own != null && store) {
            tellParents();
        }
        return own;
    }

    private FakeTask pull(FakeWorker worker) {
        Task pulled = pullFromParents(worker);
        if (pulled == null) {
            return null;
        }
        if (!worker.canExecute(pulled)) {
            account.offend("pull(" + worker + ") gave " + pulled + ", which " + worker + " cannot execute");
        }
        account.expectInOrder(pulled);
        account.move(pulled, Place.OUT, "pull(" + worker + ") gave", Set.of(Place.INSIDE, Place.OFFERED, Place.PULLED));
        return (FakeTask) pulled;
    }

    private FakeTask takeOwn(FakeWorker worker) {
        for (FakeTask task : present()) {
            // This calls the program, which must not find a lock held.
            if (worker.canExecute(task) && remove(task)) {
                account.move(task, Place.OUT, worker + " took", Set.of(Place.BELOW));
                return task;
            }
        }
        return null;
    }

    private synchronized List<FakeTask> present() {
        return List.copyOf(tasks);
    }

    private synchronized boolean remove(FakeTask task) {
        return tasks.remove(task);
    }

    /** Removes and returns all its tasks. */
    synchronized List<FakeTask> takeAll() {
        List<FakeTask> all = List.copyOf(tasks);
        tasks.clear();
        return all;
    }

    @Override
    public boolean push(Task task) {
        visits.at("push to a child");
        asked.incrementAndGet();
        if (!context().workersInContext().canExecute(task)) {
            if (context().parents().getFirst().context().children().size() > 1) {
                account.offend(task + " was pushed to " + this + ", none of whose workers in the context, "
                        + context().workersInContext() + ", can execute it");
            }
            return false;
        }
        if (!accepts.test(task)) {
            return false;
        }
        boolean byChance;
        synchronized (this) {
            byChance = refusalsInTen > 0 && random.nextInt(10) < refusalsInTen;
            if (!byChance && tasks.size() >= room) {
                return false;
            }
            if (!byChance) {
                account.expectInOrder(task);
                account.move(
                        task,
                        Place.BELOW,
                        "there was pushed to " + this,
                        Set.of(Place.OFFERED, Place.INSIDE, Place.PULLED));
                tasks.add((FakeTask) task);
            }
        }
        wakeFor(task);
        return !byChance;
    }

    private boolean wakeFor(Task task) {
        PolicyContext policy = context().policy();
        for (Worker worker : context().workersInContext().list()) {
            if (worker.canExecute(task) && policy.wake(worker)) {
                return true;
            }
        }
        for (CombinedWorker combined : context().workersInContext().combined()) {
            if (combined.canExecute(task) && policy.wake(combined.leader())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean canPull(Task task) {
        visits.at("canPull of a child");
        asked.incrementAndGet();
        return wakeFor(task);
    }

    @Override
    public boolean isReservoir() {
        return store;
    }

    @Override
    public boolean isBounded() {
        return store;
    }

    @Override
    public synchronized long storedTasks() {
        return tasks.size();
    }

    @Override
    public double estimatedLoad() {
        visits.at("estimatedLoad of a child");
        return storedTasks();
    }

    @Override
    public long estimatedEnd() {
        visits.at("estimatedEnd of a child");
        if (context().workersInContext().isEmpty()) {
            return Long.MAX_VALUE;
        }
        return context().policy().clock().nanoTime() + storedTasks() * TASK_NANOS;
    }
}
