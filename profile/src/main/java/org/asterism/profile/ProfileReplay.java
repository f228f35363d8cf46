package org.asterism.profile;

import java.util.Objects;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.observation.RuntimeObserver;
import org.asterism.profile.internal.Replay;

/**
 * Profile of events of the past, such as those of a recording. It classifies them by the same rules as a
 * {@link Profiler} that watched the run. The caller passes the events on in the order of their times. For one thread.
 *
 * <p>Tasks, workers, contexts, memories and handles may be stand-ins. Asked are: the id, codelet, context, priority,
 * state, architectures and data of a task; the id, name, architecture, memory, state and {@code canExecute} of a
 * worker; the name, state, policy and description of a context; the ids and names of memories and handles. A task is
 * kept until its {@code completed}.
 */
public final class ProfileReplay {
    private final Replay replay;

    /**
     * Begins with no events.
     *
     * @param since the time of the first event, in nanoseconds
     * @param settings the thresholds, and how many finished tasks to remember
     */
    public ProfileReplay(long since, ProfilerSettings settings) {
        replay = new Replay(since, Objects.requireNonNull(settings, "settings"));
    }

    /**
     * Goes on to the next event.
     *
     * @param time when it happened, in nanoseconds; an earlier time than that of the last event counts as that
     * @param thread the number of the thread that reported it
     * @return call the method of the event on it, before the next call of this method
     */
    public RuntimeObserver at(long time, long thread) {
        return replay.at(time, thread);
    }

    /**
     * Counts a worker from now on, even if no event names it.
     *
     * @param worker the worker
     */
    public void include(Worker worker) {
        replay.include(worker);
    }

    /**
     * Notes that the end of a task releases another one. Call it after {@code executed} or, for a task without work,
     * {@code ready}.
     *
     * @param task has ended
     * @param successor waited for it
     */
    public void released(Task task, Task successor) {
        replay.released(task, successor);
    }

    /**
     * Sets all figures to 0; what is under way goes on.
     *
     * @param time from when on figures count, in nanoseconds
     */
    public void reset(long time) {
        replay.reset(time);
    }

    /**
     * Returns the figures since the last reset.
     *
     * @param time until when they count, in nanoseconds, not before the last event
     * @return a snapshot; its energy is unknown
     */
    public Profile profile(long time) {
        return replay.profile(time);
    }
}
