package org.asterism.trace.jfr.internal;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import jdk.jfr.Event;
import org.asterism.api.MemoryNode;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.observation.RuntimeObserver;

/**
 * Commits an event for each task, transfer and swap of a runtime. An event is begun and committed by the threads that
 * report the two ends, so the flight recorder's own clock measures its time.
 */
final class FlightObserver implements RuntimeObserver {
    private record Copy(DataHandle handle, MemoryNode from, MemoryNode to, long begin) {}

    /**
     * Tasks that a worker has taken; those that fail before their kernel begins are removed when they are completed.
     */
    private final Map<Task, Event> tasks = new ConcurrentHashMap<>();

    /** Copies under way. */
    private final Map<Copy, Event> copies = new ConcurrentHashMap<>();

    @Override
    public void popped(Task task, Worker worker, String policy) {
        Event event = FlightEvents.TASK.factory().newEvent();
        if (event.isEnabled()) {
            set(
                    event,
                    task.id(),
                    task.codelet().name(),
                    worker.name(),
                    task.context().name(),
                    policy);
            tasks.put(task, event);
        }
    }

    @Override
    public void launched(Task task, Worker worker, long time) {
        Event event = tasks.get(task);
        if (event != null) {
            event.begin();
        }
    }

    @Override
    public void executed(Task task, Worker worker, long begin, long end) {
        Event event = tasks.remove(task);
        if (event != null) {
            event.commit();
        }
    }

    @Override
    public void completed(Task task) {
        tasks.remove(task);
    }

    @Override
    public void transferBegan(DataHandle handle, MemoryNode from, MemoryNode to, long bytes, long begin) {
        Event event = FlightEvents.TRANSFER.factory().newEvent();
        if (event.isEnabled()) {
            event.begin();
            copies.put(new Copy(handle, from, to, begin), event);
        }
    }

    @Override
    public void transferred(DataHandle handle, MemoryNode from, MemoryNode to, long bytes, long begin, long end) {
        Event event = copies.remove(new Copy(handle, from, to, begin));
        if (event != null) {
            set(event, handle.name(), from.name(), to.name(), bytes);
            event.commit();
        }
    }

    @Override
    public void transferFailed(DataHandle handle, MemoryNode from, MemoryNode to, long bytes, long begin, long end) {
        copies.remove(new Copy(handle, from, to, begin));
    }

    /** The number of copies under way. */
    int copies() {
        return copies.size();
    }

    @Override
    public void policyChanged(SchedulingContext context, Optional<String> before, Optional<String> now) {
        Event event = FlightEvents.POLICY_SWAP.factory().newEvent();
        set(event, context.name(), before.orElse(null), now.orElse(null));
        event.commit();
    }

    /** Sets the fields of an event in the order of their declaration. */
    private static void set(Event event, Object... values) {
        for (int index = 0; index < values.length; index++) {
            event.set(index, values[index]);
        }
    }
}
