package org.asterism.trace.export.internal.timeline;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceThread;
import org.asterism.trace.TraceWorker;
import org.asterism.trace.export.internal.tasks.TaskRecord;

/**
 * States of all workers while a recording is read: each worker is in one {@link WorkerState} at a time. For one thread.
 */
public final class WorkerStates {
    private final Timeline timeline;
    private final Listener listener;
    private final Map<TraceWorker, WorkerTimeline> workers = new HashMap<>();
    private final Map<TraceThread, TraceWorker> workersOfThreads = new HashMap<>();
    private final Map<Long, TraceWorker> holders = new HashMap<>();
    private final Map<Long, TraceWorker> fetchers = new HashMap<>();
    private final Set<WorkerTimeline> changed = new LinkedHashSet<>();

    /** Hears of the changes, in the order of their times. */
    public interface Listener {
        /**
         * A worker is in another state, or executes another task.
         *
         * @param worker the worker
         * @param time when, in nanoseconds
         * @param state the state from now on
         * @param task the task that it executes; null in other states
         */
        void changed(TraceWorker worker, long time, WorkerState state, TaskRecord task);
    }

    /**
     * Follows the states of workers.
     *
     * @param listener hears of the changes
     */
    public WorkerStates(Listener listener) {
        this.listener = listener;
        timeline = new Timeline(this::show);
    }

    /**
     * Returns the time at which the changes happen, for further steps in the same order.
     *
     * @return never null
     */
    public Timeline timeline() {
        return timeline;
    }

    /**
     * Notes an event.
     *
     * @param event the next event of the recording
     * @param task the task that it is about; null if there is none
     */
    public void add(TraceEvent event, TaskRecord task) {
        switch (event) {
            case TraceEvent.Popped it -> popped(it);
            case TraceEvent.Fetching it -> fetching(it);
            case TraceEvent.Fetched it -> fetched(it.task(), it.time());
            case TraceEvent.Launched it -> launched(it, task);
            case TraceEvent.TookPart it -> executes(it.worker(), task, it.begin(), it.end());
            case TraceEvent.Executed it -> executed(it, task);
            case TraceEvent.Completed it -> completed(it);
            case TraceEvent.CallbackBegan it -> callback(it, WorkerTimeline::enter);
            case TraceEvent.CallbackEnded it -> callback(it, WorkerTimeline::leave);
            case TraceEvent.Slept it -> reported(it, it.worker(), WorkerTimeline::enter, WorkerState.SLEEPING);
            case TraceEvent.Woke it -> reported(it, it.worker(), WorkerTimeline::end, WorkerState.SLEEPING);
            default -> {
                // Other events change no state.
            }
        }
        timeline.advance(event.time());
    }

    private void popped(TraceEvent.Popped event) {
        giveBack(event.task(), event.time());
        holders.put(event.task(), event.worker());
        // A worker with a task does not sleep, even if the event of its waking is lost.
        reported(event, event.worker(), WorkerTimeline::end, WorkerState.SLEEPING);
        reported(event, event.worker(), WorkerTimeline::enter, WorkerState.OVERHEAD);
    }

    private void giveBack(long task, long time) {
        fetched(task, time);
        TraceWorker holder = holders.remove(task);
        if (holder != null) {
            change(holder, time, worker -> worker.leave(WorkerState.OVERHEAD));
        }
    }

    private void fetching(TraceEvent.Fetching event) {
        if (fetchers.put(event.task(), event.worker()) == null) {
            reported(event, event.worker(), WorkerTimeline::enter, WorkerState.WAITING);
        }
    }

    private void fetched(long task, long time) {
        TraceWorker fetcher = fetchers.remove(task);
        if (fetcher != null) {
            change(fetcher, time, worker -> worker.leave(WorkerState.WAITING));
        }
    }

    private void launched(TraceEvent.Launched event, TaskRecord task) {
        timeline.hold(event.task(), event, () -> change(event.worker(), event.time(), worker -> worker.begin(task)));
    }

    private void executed(TraceEvent.Executed event, TaskRecord task) {
        executes(event.worker(), task, event.begin(), event.end());
        timeline.release(event.task());
    }

    private void executes(TraceWorker worker, TaskRecord task, long begin, long end) {
        if (task != null) {
            change(worker, begin, it -> it.begin(task));
            change(worker, Math.max(begin, end), it -> it.end(task));
        }
    }

    private void completed(TraceEvent.Completed event) {
        giveBack(event.task(), event.time());
        timeline.release(event.task());
    }

    private void callback(TraceEvent event, BiConsumer<WorkerTimeline, WorkerState> change) {
        TraceWorker worker = workersOfThreads.get(event.thread());
        if (worker != null) {
            change(worker, event.time(), it -> change.accept(it, WorkerState.CALLBACK));
        }
    }

    private void reported(
            TraceEvent event, TraceWorker worker, BiConsumer<WorkerTimeline, WorkerState> change, WorkerState state) {
        workersOfThreads.put(event.thread(), worker);
        change(worker, event.time(), it -> change.accept(it, state));
    }

    private void change(TraceWorker worker, long time, Consumer<WorkerTimeline> change) {
        WorkerTimeline changing = workers.computeIfAbsent(worker, WorkerTimeline::new);
        timeline.at(time, _ -> {
            change.accept(changing);
            changed.add(changing);
        });
    }

    private void show(long time) {
        for (WorkerTimeline worker : changed) {
            worker.show(time, listener);
        }
        changed.clear();
    }

    /** Reports the last changes, at the end of the recording. */
    public void finish() {
        timeline.finish();
    }
}
