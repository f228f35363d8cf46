package org.asterism.profile.internal;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.asterism.api.Observation;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.observation.RuntimeObserver;
import org.asterism.profile.CounterSample;
import org.asterism.profile.CounterSet;
import org.asterism.profile.internal.CountedTask.Stage;

/** Keeps counters up to date while it observes a runtime. Any thread. */
public final class TaskCounting {
    private final CounterBoard board;

    /** Null as soon as counting has ended: it must not keep the runtime. */
    private volatile TaskRuntime runtime;

    private volatile long lastTime;

    /** Null while counting is paused. */
    private Counting current;

    /** Counts until it is paused. What comes late to a former one changes no numbers of tasks under way. */
    private final class Counting implements RuntimeObserver {
        private final Map<Long, CountedTask> unfinished = new ConcurrentHashMap<>();
        private Observation observation;
        private volatile boolean isOver;

        private CountedTask of(Task task) {
            CountedTask known = unfinished.get(task.id());
            return known != null ? known : unfinished.computeIfAbsent(task.id(), _ -> board.count(task));
        }

        @Override
        public void submitted(Task task) {
            of(task).submitted();
            endIfOver(task);
        }

        @Override
        public void ready(Task task) {
            moveTo(Stage.READY, task);
        }

        @Override
        public void pushed(Task task) {
            moveTo(Stage.READY, task); // again, if it is tried again
        }

        @Override
        public void launched(Task task, Worker worker, long time) {
            moveTo(Stage.LAUNCHED, task);
        }

        private void moveTo(Stage stage, Task task) {
            of(task).moveTo(stage);
            endIfOver(task);
        }

        @Override
        public void executed(Task task, Worker worker, long begin, long end) {
            board.executed(of(task), worker, end - begin);
            endIfOver(task);
        }

        @Override
        public void completed(Task task) {
            end(task);
        }

        private void end(Task task) {
            CountedTask counted = unfinished.remove(task.id());
            if (counted != null) {
                counted.end();
            }
        }

        /** Asked behind a change, so that either this or the end of the observation takes the task back. */
        private void endIfOver(Task task) {
            if (isOver) {
                end(task);
            }
        }

        private void begin(TaskRuntime of) {
            observation = of.observe(this);
            if (of.hasBegun()) {
                for (Task task : of.unfinishedTasks()) {
                    of(task);
                    if (task.state().isFinal()) {
                        end(task);
                    }
                }
            }
        }

        private void end() {
            observation.close();
            isOver = true;
            unfinished.values().forEach(CountedTask::end);
            unfinished.clear();
        }
    }

    /**
     * Makes a paused counting.
     *
     * @param runtime is observed
     * @param board has the counters
     */
    public TaskCounting(TaskRuntime runtime, CounterBoard board) {
        this.runtime = runtime;
        this.board = board;
    }

    /** Observes the runtime, unless it does so already or counting has ended. */
    public synchronized void resume() {
        TaskRuntime observed = runtime;
        if (current == null && observed != null) {
            Counting begun = new Counting();
            begun.begin(observed);
            current = begun;
        }
    }

    /** Observes nothing until the next {@link #resume}. */
    public synchronized void pause() {
        if (current != null) {
            current.end();
            current = null;
        }
    }

    /**
     * Returns whether nothing is observed.
     *
     * @return true also when counting has ended
     */
    public synchronized boolean isPaused() {
        return current == null;
    }

    /** Ends counting for good. */
    public synchronized void close() {
        now();
        pause();
        runtime = null;
    }

    /**
     * Returns whether counting has ended.
     *
     * @return true after {@link #close}
     */
    public boolean isClosed() {
        return runtime == null;
    }

    /**
     * Reads counters.
     *
     * @param set which
     * @return their values
     */
    public List<CounterSample> read(CounterSet set) {
        return board.read(set, now());
    }

    /** The time by the runtime's clock; asking for that of a runtime that has not begun would start it. */
    private long now() {
        TaskRuntime open = runtime;
        if (open != null && open.hasBegun()) {
            lastTime = open.clock().nanoTime();
        }
        return lastTime;
    }
}
