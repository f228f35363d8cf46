package org.asterism.spi.policy;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.asterism.api.Task;
import org.asterism.api.Worker;

/**
 * Tasks of which only their program knows which workers can run them. They are asked about one by one, the highest priority
 * first and the oldest among equals, so that none stands in another's way. Asking runs code of the program, and
 * therefore holds no lock: the tasks are in a concurrent skip list (Pugh's, as the JDK has it), and whoever removes one from it
 * has it.
 *
 * <p><b>Threads.</b> Any number, all methods.
 */
final class RestrictedTasks {
    /** Where a task stands. */
    record Place(long priority, long stamp) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            return priority != other.priority
                    ? Long.compare(other.priority, priority)
                    : Long.compare(stamp, other.stamp);
        }
    }

    private final ConcurrentSkipListMap<Place, Task> tasks = new ConcurrentSkipListMap<>();

    /** How many tasks there are, or more: counted before they are in, counted out after they have left. */
    private final AtomicLong size = new AtomicLong();

    void add(Task task, long priority, long stamp) {
        size.incrementAndGet();
        tasks.put(new Place(priority, stamp), task);
    }

    /** The first task that a worker can execute, and its place; null if there is none. It stays in. */
    Map.Entry<Place, Task> firstFor(Worker worker) {
        if (size.get() == 0) {
            return null;
        }
        for (Map.Entry<Place, Task> entry : tasks.entrySet()) {
            if (worker.canExecute(entry.getValue())) {
                return entry;
            }
        }
        return null;
    }

    /** Takes a task out; false if somebody else was faster. */
    boolean take(Map.Entry<Place, Task> entry) {
        if (tasks.remove(entry.getKey()) == null) {
            return false;
        }
        size.decrementAndGet();
        return true;
    }

    void takeAll(Consumer<TaskLanes.Stamped> sink) {
        takeEach((task, priority, stamp) -> sink.accept(new TaskLanes.Stamped(task, stamp)));
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
