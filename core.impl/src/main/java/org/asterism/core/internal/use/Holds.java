package org.asterism.core.internal.use;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskState;
import org.asterism.api.TasksStuckException;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.task.Arbiter;
import org.asterism.core.internal.task.Completion;
import org.asterism.core.internal.task.DataOrder;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Progress;
import org.asterism.core.internal.task.Remainder;
import org.asterism.core.internal.task.TaskHost;

/**
 * Places in the order of data that belong to no task: for an acquisition of the program, a prefetch or a partition.
 *
 * <p>Each is a job that is never scheduled. When its turn comes, the thread that removed its last obstacle does its
 * work. The job keeps its place until that work reports its end. These jobs have negative numbers and do not count as
 * tasks.
 */
public final class Holds implements TaskHost {
    private static final Logger LOG = System.getLogger(Holds.class.getName());

    private final TaskHost tasks;
    private final AtomicLong ids = new AtomicLong();
    private final ThreadLocal<ArrayDeque<Hold>> begun = new ThreadLocal<>();
    /** The places that are taken and have not ended. */
    private final Set<Hold> current = ConcurrentHashMap.newKeySet();

    /** @param tasks the default context of the runtime */
    public Holds(TaskHost tasks) {
        this.tasks = tasks;
    }

    /** The purpose of a place in the order. */
    public interface Work {
        /**
         * Is called when the data are in the way of nobody else; it must not wait.
         *
         * @param hold to be {@link Hold#end ended} once, now or later
         */
        void begin(Hold hold);
    }

    /** Makes a place in the order of data; it is taken when it is {@link Hold#submit submitted}. */
    public Hold hold(String what, Work work) {
        Job job = new Job(this, Codelet.without(what), ids.decrementAndGet());
        Hold hold = new Hold(job, work);
        job.argument(hold);
        return hold;
    }

    /** Takes a place in the order of one piece of data. */
    public Hold hold(String what, Handle handle, Access mode, Work work) {
        Hold hold = hold(what, work);
        hold.use(handle, mode);
        hold.submit();
        return hold;
    }

    /** Returns the holds under way for which tasks may wait; a snapshot. */
    public Set<Hold> moving() {
        return current.stream().filter(Hold::isMoving).collect(Collectors.toUnmodifiableSet());
    }

    /** Whether something is under way that tasks may wait for, and that is no task. */
    public boolean isAnyMoving() {
        return current.stream().anyMatch(Hold::isMoving);
    }

    /** The jobs of the places that are taken and have not ended: tasks may wait for them. */
    public List<Job> jobs() {
        return current.stream().map(Hold::job).toList();
    }

    /** A place in the order of data. */
    public final class Hold {
        private final Job job;
        private final Work work;
        private Runnable whenEnded = () -> {};

        /** Work that must be done before the hold's own work may begin, or null. */
        private Remainder left;

        private volatile boolean restsWithProgram;

        /** Its submission has thrown when it had a place: it ends there, and its work never begins. */
        private boolean isBroken;

        private Hold(Job job, Work work) {
            this.job = job;
            this.work = work;
        }

        /** Gives it a piece of data; before it is submitted. */
        public void use(Handle handle, Access mode) {
            use(new Handle[] {handle}, new Access[] {mode});
        }

        /** Gives it data, with a mode for each; before it is submitted. */
        public void use(Handle[] handles, Access[] modes) {
            job.assign(handles, modes);
        }

        /** Takes the place behind all tasks submitted so far. */
        public void submit() {
            current.add(this);
            try {
                job.submit();
            } catch (RuntimeException refused) {
                current.remove(this);
                throw refused;
            }
        }

        /** Is told that somebody else has seen to its place; it begins when that is {@link #placed}. */
        public void takenPlace() {
            Progress.advance(job, TaskState.CREATED, TaskState.SUBMITTED);
            current.add(this);
        }

        /**
         * Takes the place behind all tasks submitted so far, without letting the work begin; nobody else may look after
         * cuts.
         */
        public void place() {
            Progress.advance(job, TaskState.CREATED, TaskState.SUBMITTED);
            left = DataOrder.declare(job); // contributions that have to be put together before
            current.add(this);
        }

        /** Lets the work begin when nothing is in its way; after {@link #place}. */
        public void go() {
            try {
                Remainder.complete(left);
            } finally {
                left = null;
                job.removeSubmissionObstacle();
            }
        }

        /** Runs an action when the hold has ended, before it is released. */
        public void whenEnded(Runnable action) {
            whenEnded = action;
        }

        /** Notes that it is for the program to end it. */
        void restWithProgram() {
            restsWithProgram = true;
        }

        /** Whether its work is under way, which will end by itself. */
        boolean isMoving() {
            return job.state() == TaskState.RUNNING && !restsWithProgram;
        }

        /** The job that stands in the order. */
        public Job job() {
            return job;
        }

        private void begin() {
            Progress.advance(job, TaskState.SUBMITTED, TaskState.RUNNING);
            if (isBroken) {
                endAsIs();
            } else {
                work.begin(this);
            }
        }

        /** Gives the place up, with what it had to write written. */
        public void end() {
            current.remove(this);
            Completion.finish(job, null);
            whenEnded.run();
        }

        /** Gives the place up; whether data are corrupt stays as it is. */
        public void endAsIs() {
            current.remove(this);
            Completion.finishAsIs(job);
            whenEnded.run();
        }

        /**
         * Gives up writing one piece of data and goes on with reading, when it rests with the program. Readers that
         * wait may begin; writers wait for what is returned, which is this if the data are being closed and nobody
         * waits for anything else.
         */
        Hold readOn() {
            Handle handle = job.data(0);
            Hold reading = hold(toString(), work);
            Progress.advance(reading.job, TaskState.CREATED, TaskState.SUBMITTED);
            Progress.advance(reading.job, TaskState.SUBMITTED, TaskState.RUNNING);
            if (!DataOrder.readOn(job, reading.job, handle)) {
                return this;
            }
            reading.restWithProgram();
            current.add(reading);
            end();
            return reading;
        }

        @Override
        public String toString() {
            return job.codelet().name();
        }
    }

    /** Begins holds one after the other, not within each other: what ends at once lets the next begin. */
    private void begin(Hold first) {
        ArrayDeque<Hold> waiting = begun.get();
        if (waiting != null) {
            waiting.add(first);
            return;
        }
        waiting = new ArrayDeque<>();
        begun.set(waiting);
        try {
            for (Hold next = first; next != null; next = waiting.poll()) {
                tasks.holdBegins();
                beginSafely(next);
            }
        } finally {
            begun.remove();
        }
    }

    private static void beginSafely(Hold hold) {
        try {
            hold.begin();
        } catch (RuntimeException | Error thrown) {
            LOG.log(Level.ERROR, "an error in the core: " + hold + " threw " + thrown, thrown);
            if (hold.job().state() == TaskState.RUNNING) {
                hold.endAsIs(); // a thread that waits behind it must not wait forever
            }
        }
    }

    // What the jobs need.

    @Override
    public void submit(Job job) {
        Remainder left;
        try {
            left = CutOrder.declare(job, this);
        } catch (RuntimeException refused) {
            Progress.advance(job, TaskState.SUBMITTED, TaskState.CREATED);
            throw refused;
        } catch (Error broken) { // it may have a place before others
            ((Hold) job.argument()).isBroken = true;
            placed(job);
            throw broken;
        }
        try {
            Remainder.complete(left);
        } catch (RuntimeException | Error broken) {
            ((Hold) job.argument()).isBroken = true;
            throw broken;
        } finally {
            placed(job);
        }
    }

    @Override
    public void placed(Job job) {
        job.removeSubmissionObstacle();
    }

    @Override
    public void ready(Job job) {
        if (!Progress.takesTurns(job) || Arbiter.take(job)) {
            schedule(job);
        }
    }

    @Override
    public void schedule(Job job) {
        begin((Hold) job.argument());
    }

    @Override
    public SchedulingContext context() {
        return tasks.context();
    }

    @Override
    public void promised(Job job) {
        // Nobody names these as predecessors.
    }

    @Override
    public void settled(Job job, boolean awaited) {
        tasks.wake(job, awaited);
    }

    @Override
    public void report(Throwable failure) {
        LOG.log(Level.WARNING, failure.getMessage(), failure);
    }

    @Override
    public void failed(TaskFailedException failure) {
        report(failure);
    }

    @Override
    public void reportDependent(TaskFailedException failure) {
        report(failure);
    }

    @Override
    public boolean await(Job job, Duration time) throws InterruptedException {
        return tasks.await(job, time);
    }

    @Override
    public TasksStuckException standing() {
        return tasks.standing();
    }

    @Override
    public void refuseWorkers(String what) {
        tasks.refuseWorkers(what);
    }

    @Override
    public boolean isSameRuntime(TaskHost other) {
        return other == this || tasks.isSameRuntime(other);
    }
}
