package org.asterism.tck;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.tck.TaskAccount.Place;

/**
 * Parent of a component under test. It keeps any number of tasks in their order, gives them to pulling workers, pushes
 * them when the component reports room, and returns refused tasks to their place. Thread-safe.
 */
final class FakeParent extends SchedulingComponent {
    private final TaskAccount account;
    private final Visits visits;
    private final ConcurrentSkipListMap<Long, FakeTask> kept = new ConcurrentSkipListMap<>();
    private final AtomicLong looks = new AtomicLong();
    private final ThreadLocal<long[]> ownLooks = ThreadLocal.withInitial(() -> new long[1]);
    private final AtomicLong told = new AtomicLong();
    private volatile boolean shut;

    FakeParent(ComponentContext context, TaskAccount account, Visits visits) {
        super(context);
        this.account = account;
        this.visits = visits;
    }

    private SchedulingComponent below() {
        return context().children().getFirst();
    }

    /** Pushes a task to the component, or keeps it if the component refuses. */
    boolean pushDirectly(FakeTask task) {
        account.enter(task);
        return offer(task);
    }

    /** Keeps a task, and announces that it can be pulled. */
    void keep(FakeTask task) {
        account.enter(task);
        keepReturned(task);
    }

    /** Keeps a task that came back, and announces that it can be pulled. */
    void keepReturned(FakeTask task) {
        kept.put(task.id(), task);
        below().canPull(task);
    }

    /** Sets whether it neither gives nor pushes tasks. */
    void shut(boolean closed) {
        shut = closed;
    }

    /** Returns how often the component reported room. */
    long told() {
        return told.get();
    }

    /** Returns how many tasks it keeps. */
    int size() {
        return kept.size();
    }

    private boolean offer(FakeTask task) {
        account.move(task, Place.OFFERED, "there was offered", Set.of(Place.ABOVE));
        long seen = looksOfOthers();
        if (below().push(task)) {
            account.accepted(task);
            return true;
        }
        account.refused(task);
        kept.put(task.id(), task);
        if (looksOfOthers() != seen) {
            // Another thread may have searched while this task was not here, and may be asleep since.
            below().canPull(task);
        }
        return false;
    }

    private long looksOfOthers() {
        return looks.get() - ownLooks.get()[0];
    }

    private void looked() {
        ownLooks.get()[0]++;
        looks.incrementAndGet();
    }

    @Override
    public boolean push(Task task) {
        throw new UnsupportedOperationException(this + " is the root");
    }

    @Override
    public Task pull(Worker worker, SchedulingComponent to) {
        visits.at("pull from its parent");
        if (!shut) {
            for (FakeTask task : kept.values()) {
                if (worker.canExecute(task) && kept.remove(task.id(), task)) {
                    account.move(task, Place.PULLED, "there was pulled", Set.of(Place.ABOVE));
                    return task;
                }
            }
        }
        looked();
        return null;
    }

    @Override
    public boolean canPush(SchedulingComponent to) {
        told.incrementAndGet();
        visits.at("canPush of its parent");
        boolean pushed = false;
        Set<Long> refusing = new HashSet<>();
        if (!shut) {
            for (Map.Entry<Long, FakeTask> entry : kept.entrySet()) {
                FakeTask task = entry.getValue();
                if (!refusing.contains(lane(task)) && kept.remove(entry.getKey(), task)) {
                    if (offer(task)) {
                        pushed = true;
                    } else {
                        refusing.add(lane(task));
                    }
                }
            }
        }
        looked();
        return pushed;
    }

    /** Returns the set of workers that can execute a task, as a key; each restricted task has its own key. */
    private static long lane(FakeTask task) {
        return task.isRestricted() ? -1 - task.id() : task.architectureSet();
    }

    @Override
    public boolean isReservoir() {
        return true;
    }

    @Override
    public boolean isPump() {
        return true;
    }
}
