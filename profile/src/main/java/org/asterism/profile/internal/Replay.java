package org.asterism.profile.internal;

import java.util.HashMap;
import java.util.Map;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.observation.RuntimeObserver;
import org.asterism.profile.Profile;
import org.asterism.profile.ProfilerSettings;

/** Tallies of events of the past, which come with their times and threads. For one thread. */
public final class Replay {
    private final Tallies tallies;
    private final RuntimeObserver observer;

    /** By the number of the recorded thread. */
    private final Map<Long, WorkerClock> stepped = new HashMap<>();

    private long now;
    private long thread;

    /**
     * Begins with no events.
     *
     * @param since the time of the first event
     * @param settings how to count
     */
    public Replay(long since, ProfilerSettings settings) {
        now = since;
        tallies = new Tallies(() -> now, settings);
        observer = new ProfilingObserver(tallies, new OnRecordedThread(), () -> now);
    }

    private final class OnRecordedThread implements Stepped {
        @Override
        public WorkerClock get() {
            return stepped.get(thread);
        }

        @Override
        public void set(WorkerClock worker) {
            stepped.put(thread, worker);
        }
    }

    /**
     * Goes on to the next event.
     *
     * @param time when it happened
     * @param by the number of the thread that reported it
     * @return takes this event
     */
    public RuntimeObserver at(long time, long by) {
        now = Math.max(now, time);
        thread = by;
        return observer;
    }

    /**
     * Counts a worker from now on.
     *
     * @param worker the worker
     */
    public void include(Worker worker) {
        tallies.workers().clock(worker, now);
    }

    /**
     * Notes that the end of a task releases another one.
     *
     * @param task has ended
     * @param successor waited for it
     */
    public void released(Task task, Task successor) {
        TaskRecord record = tallies.tasks().get(task);
        if (record != null) {
            tallies.released(record, successor);
        }
    }

    /**
     * Sets all figures to 0.
     *
     * @param time from when on they count
     */
    public void reset(long time) {
        now = Math.max(now, time);
        tallies.reset();
    }

    /**
     * The figures so far.
     *
     * @param time until when they count
     * @return a snapshot
     */
    public Profile profile(long time) {
        now = Math.max(now, time);
        return tallies.profile();
    }
}
