package org.asterism.trace.export.internal.tasks;

import java.util.HashSet;
import java.util.Set;
import org.asterism.trace.TraceEvent;

/** Numbers of unfinished and of ready tasks while a recording is read, for one thread. */
public final class TaskCounts {
    private final Set<Long> waitingForWorkers = new HashSet<>();
    private final Listener unfinishedListener;
    private final Listener readyListener;
    private int unfinished;

    /** Hears of the changes of a number. */
    @FunctionalInterface
    public interface Listener {
        /**
         * The number has changed.
         *
         * @param time when, in nanoseconds
         * @param count the number from now on, 0 or more
         */
        void changed(long time, int count);
    }

    /**
     * Begins to count at 0.
     *
     * @param unfinished hears of the number of tasks that are submitted and not completed
     * @param ready hears of the number of tasks that wait for nothing but a worker
     */
    public TaskCounts(Listener unfinished, Listener ready) {
        unfinishedListener = unfinished;
        readyListener = ready;
    }

    /**
     * Notes an event.
     *
     * @param event the next event of the recording
     */
    public void add(TraceEvent event) {
        switch (event) {
            case TraceEvent.Submitted _ -> unfinishedListener.changed(event.time(), ++unfinished);
            case TraceEvent.Ready it -> ready(waitingForWorkers.add(it.task()), event);
            case TraceEvent.Pushed it -> ready(waitingForWorkers.add(it.task()), event);
            case TraceEvent.Popped it -> ready(waitingForWorkers.remove(it.task()), event);
            case TraceEvent.Completed it -> {
                ready(waitingForWorkers.remove(it.task()), event);
                // The recording may have begun after the submission.
                unfinished = Math.max(0, unfinished - 1);
                unfinishedListener.changed(event.time(), unfinished);
            }
            default -> {
                // Other events change no number.
            }
        }
    }

    private void ready(boolean changed, TraceEvent event) {
        if (changed) {
            readyListener.changed(event.time(), waitingForWorkers.size());
        }
    }
}
