package org.asterism.core.internal.access;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.asterism.api.AccessMode;
import org.asterism.api.Codelet;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskState;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.dependency.Arbiter;
import org.asterism.core.internal.dependency.DataOrder;
import org.asterism.core.internal.partition.CutOrder;
import org.asterism.core.internal.task.Completion;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.TaskHost;

/**
 * Places in the order of data that no task has: an acquisition of the program, a prefetch, a partition. Each is a job that is
 * never scheduled: when its turn comes its own work is done, on the thread that was last in the way, and it keeps its place until
 * that work says that it has ended. These jobs have numbers of their own, below zero, and do not count as tasks.
 */
public final class Holds implements TaskHost {
    private static final Logger LOG = System.getLogger(Holds.class.getName());

    private final TaskHost tasks;
    private final AtomicLong ids = new AtomicLong();
    private final Set<Hold> current = ConcurrentHashMap.newKeySet();

    /**
     * Makes it.
     *
     * @param tasks the default context of the runtime
     */
    public Holds(TaskHost tasks) {
        this.tasks = tasks;
    }

    /** What a place in the order is for. */
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
    public Hold hold(String what, Handle handle, AccessMode mode, Work work) {
        Hold hold = hold(what, work);
        hold.add(handle, mode);
        hold.submit();
        return hold;
    }

    /** The places that are taken and have not ended; a snapshot for people. */
    public Set<Hold> current() {
        return Set.copyOf(current);
    }

    /** A place in the order of data. */
    public final class Hold {
        private final Job job;
        private final Work work;
        private Runnable whenEnded = () -> {};

        /** What has to come before it and is still to be submitted, such as the putting together of contributions. */
        private Object toComplete;

        private Hold(Job job, Work work) {
            this.job = job;
            this.work = work;
        }

        /** Adds data; before it is submitted. */
        public void add(Handle handle, AccessMode mode) {
            job.access(handle, mode);
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
            job.advance(TaskState.CREATED, TaskState.SUBMITTED);
            current.add(this);
        }

        /** Takes the place behind all tasks submitted so far, without letting the work begin; nobody else may look after cuts. */
        public void place() {
            job.advance(TaskState.CREATED, TaskState.SUBMITTED);
            toComplete = DataOrder.declareOnly(job);
            current.add(this);
        }

        /** Lets the work begin when nothing is in its way; after {@link #place}. */
        public void go() {
            DataOrder.complete(toComplete);
            toComplete = null;
            job.removeSubmissionObstacle();
        }

        /** Has something done when it has ended; before it is let go. */
        public void whenEnded(Runnable action) {
            whenEnded = action;
        }

        /** The job that stands in the order. */
        public Job job() {
            return job;
        }

        private void begin() {
            job.advance(TaskState.SUBMITTED, TaskState.RUNNING);
            work.begin(this);
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

        @Override
        public String toString() {
            return job.codelet().name();
        }
    }

    // What the jobs need.

    @Override
    public void submit(Job job) {
        try {
            if (CutOrder.concerns(job)) {
                CutOrder.declare(job, this);
            } else {
                DataOrder.declare(job);
            }
        } catch (RuntimeException refused) {
            job.advance(TaskState.SUBMITTED, TaskState.CREATED);
            throw refused;
        }
        placed(job);
    }

    @Override
    public void placed(Job job) {
        job.removeSubmissionObstacle();
    }

    @Override
    public void ready(Job job) {
        if (!job.takesTurns() || Arbiter.take(job)) {
            schedule(job);
        }
    }

    @Override
    public void schedule(Job job) {
        ((Hold) job.argument()).begin();
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
        tasks.wake(awaited);
    }

    @Override
    public Holds holds() {
        return this;
    }

    @Override
    public void wake(boolean awaited) {
        tasks.wake(awaited);
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
    public void refuseWorkers(String what) {
        tasks.refuseWorkers(what);
    }

    @Override
    public boolean isSameRuntime(TaskHost other) {
        return other == this || tasks.isSameRuntime(other);
    }
}
