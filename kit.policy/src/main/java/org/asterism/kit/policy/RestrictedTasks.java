package org.asterism.kit.policy;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;
import org.asterism.api.Task;
import org.asterism.api.Worker;

/**
 * Queue of restricted tasks: only the program knows which workers can run them. Each task is checked separately, by
 * priority and then by age, so that no task blocks another. A check calls the program, so no lock is held. The tasks
 * are in the JDK's concurrent skip list (Pugh), and the thread that removes a task owns it.
 *
 * <p><b>Threads.</b> Any number, all methods.
 */
final class RestrictedTasks {
    /** Position of a task in the order. The id distinguishes tasks with the same stamp. */
    record Place(long priority, long stamp, long id) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            if (priority != other.priority) {
                return Long.compare(other.priority, priority);
            }
            return stamp != other.stamp ? Long.compare(stamp, other.stamp) : Long.compare(id, other.id);
        }
    }

    private final ConcurrentSkipListMap<Place, Task> tasks = new ConcurrentSkipListMap<>();

    /** Number of tasks, or more: incremented before a task is added, and decremented after it was removed. */
    private final AtomicLong size = new AtomicLong();

    void add(Task task, long priority, long stamp) {
        size.incrementAndGet();
        tasks.put(new Place(priority, stamp, task.id()), task);
    }

    /** Returns the first task that a worker can execute with its place, or null. The task stays in the queue. */
    Map.Entry<Place, Task> firstFor(Worker worker) {
        return firstFor(worker, task -> true);
    }

    /** Returns the first task that is wanted and that a worker can execute. */
    Map.Entry<Place, Task> firstFor(Worker worker, Predicate<? super Task> wanted) {
        if (size.get() == 0) {
            return null;
        }
        for (Map.Entry<Place, Task> entry : tasks.entrySet()) {
            if (worker.canExecute(entry.getValue()) && wanted.test(entry.getValue())) {
                return entry;
            }
        }
        return null;
    }

    /**
     * Returns the first task after a place, for any worker, or the very first task if the place is null. Returns null
     * if there is none.
     */
    Map.Entry<Place, Task> firstBehind(Place place) {
        if (size.get() == 0) {
            return null;
        }
        return place == null ? tasks.firstEntry() : tasks.higherEntry(place);
    }

    /**
     * Copies the first tasks that a worker can execute.
     *
     * @param leastPriority lowest priority to copy
     */
    void copyFirst(Worker worker, long leastPriority, int most, TaskStore.Candidates into) {
        int count = 0;
        for (Map.Entry<Place, Task> entry : tasks.entrySet()) {
            Place place = entry.getKey();
            if (count == most || place.priority < leastPriority) {
                return;
            }
            if (worker.canExecute(entry.getValue())) {
                into.add(entry.getValue(), (int) place.priority, place.stamp);
                count++;
            }
        }
    }

    /** Removes the given task, and returns whether it was still there. */
    boolean take(Task task, long priority, long stamp) {
        if (tasks.remove(new Place(priority, stamp, task.id())) == null) {
            return false;
        }
        size.decrementAndGet();
        return true;
    }

    /** Removes a task, and returns false if another thread was faster. */
    boolean take(Map.Entry<Place, Task> entry) {
        if (tasks.remove(entry.getKey()) == null) {
            return false;
        }
        size.decrementAndGet();
        return true;
    }

    void takeIf(Predicate<? super Task> wanted, Consumer<? super Task> sink) {
        for (Map.Entry<Place, Task> entry : tasks.entrySet()) {
            if (wanted.test(entry.getValue()) && take(entry)) {
                sink.accept(entry.getValue());
            }
        }
    }

    void takeAll(ObjLongConsumer<? super Task> sink) {
        takeEach((task, priority, stamp) -> sink.accept(task, stamp));
    }

    void takeEach(RankedTasks.Sink sink) {
        for (Map.Entry<Place, Task> entry = tasks.firstEntry(); entry != null; entry = tasks.firstEntry()) {
            if (take(entry)) {
                sink.accept(
                        entry.getValue(),
                        entry.getKey().priority(),
                        entry.getKey().stamp());
            }
        }
    }

    long size() {
        return size.get();
    }
}
