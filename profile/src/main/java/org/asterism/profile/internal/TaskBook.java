package org.asterism.profile.internal;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.asterism.api.Task;
import org.asterism.profile.TaskHistory;

/** The histories of all unfinished tasks and of the last finished ones. Any thread. */
final class TaskBook {
    private final Map<Long, TaskRecord> unfinished = new ConcurrentHashMap<>();
    private final Map<Long, TaskRecord> finished = new HashMap<>();
    private final ArrayDeque<Long> order = new ArrayDeque<>();
    private final LongAdder completed = new LongAdder();
    private final int most;

    TaskBook(int most) {
        this.most = most;
    }

    /** The record of an unfinished task, or null. */
    TaskRecord get(Task task) {
        return unfinished.get(task.id());
    }

    /** Adds a record; returns the one that was there before, or null. */
    TaskRecord add(TaskRecord record) {
        return unfinished.putIfAbsent(record.id(), record);
    }

    /** Moves a task to the finished ones; null if it was not among the unfinished. */
    TaskRecord finish(Task task) {
        TaskRecord record = unfinished.remove(task.id());
        if (record == null || !record.end()) {
            return null;
        }
        completed.increment();
        if (most > 0) {
            synchronized (finished) {
                if (order.size() == most) {
                    finished.remove(order.removeFirst());
                }
                finished.put(record.id(), record);
                order.addLast(record.id());
            }
        }
        return record;
    }

    /** The history of a task that is unfinished or remembered; empty for others. */
    Optional<TaskHistory> history(long id) {
        return Optional.ofNullable(find(id)).map(TaskRecord::history);
    }

    private TaskRecord find(long id) {
        TaskRecord record = unfinished.get(id);
        if (record != null) {
            return record;
        }
        synchronized (finished) {
            return finished.get(id);
        }
    }

    /** Makes the records of unfinished tasks independent of them: nobody observes their ends any more. */
    void letGo() {
        for (TaskRecord record : unfinished.values()) {
            record.end();
            record.countedBy(null);
        }
    }

    Collection<TaskRecord> unfinished() {
        return unfinished.values();
    }

    long completed() {
        return completed.sum();
    }

    /** Forgets finished tasks and their number. */
    void reset() {
        synchronized (finished) {
            finished.clear();
            order.clear();
        }
        completed.reset();
    }
}
