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
 * Tasks of which only their program knows which workers can run them. They are asked about one by one, the highest
 * priority first and the oldest among equals, so that none stands in another's way. Asking runs code of the program,
 * and therefore holds no lock: the tasks are in a concurrent skip list (Pugh's, as the JDK has it), and whoever removes
 * one from it has it.
 *
 * <p><b>Threads.</b> Any number, all methods.
 */
final class RestrictedTasks {
    /** Where a task stands. Its id tells tasks apart that were given the same stamp. */
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

    /** How many tasks there are, or more: counted before they are in, counted out after they have left. */
    private final AtomicLong size = new AtomicLong();

    void add(Task task, long priority, long stamp) {
        size.incrementAndGet();
        tasks.put(new Place(priority, stamp, task.id()), task);
    }

    /** The first task that a worker can execute, and its place; null if there is none. It stays in. */
    Map.Entry<Place, Task> firstFor(Worker worker) {
        return firstFor(worker, task -> true);
    }

    /** The first task of those that are wanted which a worker can execute. */
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
     * The first task behind a place, whoever can execute it, or the first of all if the place is null; null if there is
     * none.
     */
    Map.Entry<Place, Task> firstBehind(Place place) {
        if (size.get() == 0) {
            return null;
        }
        return place == null ? tasks.firstEntry() : tasks.higherEntry(place);
    }

    /**
     * Copies first tasks that a worker can execute.
     *
     * @param leastPriority no task of a lower priority
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

    /** Takes one certain task out; false if it has gone. */
    boolean take(Task task, long priority, long stamp) {
        if (tasks.remove(new Place(priority, stamp, task.id())) == null) {
            return false;
        }
        size.decrementAndGet();
        return true;
    }

    /** Takes a task out; false if somebody else was faster. */
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
