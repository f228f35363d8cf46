package org.asterism.stress;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.core.internal.task.CalledOff;
import org.asterism.core.internal.task.Completion;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Outside;
import org.asterism.core.internal.task.Round;
import org.asterism.core.internal.task.TagBoard;
import org.asterism.core.internal.task.TagHome;
import org.asterism.core.internal.task.TaskHost;

/**
 * A stand-in for a context. It counts the tasks that become ready, and records what the thread that made them ready
 * could see.
 */
public final class RecordingHost implements TaskHost {
    private final IntSupplier view;
    private final AtomicInteger ready = new AtomicInteger();
    private final AtomicInteger settled = new AtomicInteger();
    private volatile boolean awaited;
    private volatile int seen;
    private TagBoard tags;

    /** Makes a host that has nothing to look at. */
    public RecordingHost() {
        this(() -> 0);
    }

    /** Makes a host that looks at something, with plain reads, when a task becomes ready. */
    public RecordingHost(IntSupplier view) {
        this.view = view;
    }

    /** Gives the host tags, before others have it; most tests need none, and a million hosts should be small. */
    public RecordingHost withTags() {
        tags = new TagBoard(new NobodyWaits());
        return this;
    }

    public int ready() {
        return ready.get();
    }

    public int settled() {
        return settled.get();
    }

    /** Whether a thread waited for the task that settled last. */
    public boolean awaited() {
        return awaited;
    }

    public int seen() {
        return seen;
    }

    @Override
    public void ready(Job job) {
        ready.incrementAndGet();
        seen = view.getAsInt();
        if (job.poison() != null) {
            Completion.endWithoutRunning(job, TaskState.SUBMITTED, job.poison());
        }
    }

    @Override
    public void schedule(Job job) {
        ready.incrementAndGet();
        seen = view.getAsInt();
    }

    @Override
    public void settled(Job job, boolean isAwaited) {
        awaited = isAwaited;
        settled.incrementAndGet();
    }

    @Override
    public void wake(Job ended, boolean awaited) {
        // Nobody waits in these tests.
    }

    @Override
    public void submit(Job job) {
        placed(job);
    }

    @Override
    public void placed(Job job) {
        job.removeSubmissionObstacle();
    }

    @Override
    public SchedulingContext context() {
        throw new UnsupportedOperationException("no context stands behind these tasks");
    }

    @Override
    public void promised(Job job) {
        // Only a context keeps account of these.
    }

    @Override
    public void report(Throwable failure) {
        // The tests look at the tasks themselves.
    }

    @Override
    public void failed(TaskFailedException failure) {
        // The tests look at the tasks themselves.
    }

    @Override
    public void again(Job job) {
        ready(job);
    }

    @Override
    public CalledOff whyNoFurtherRound() {
        return null;
    }

    @Override
    public void withdrawn(Job job) {
        // Only a context keeps account of these.
    }

    @Override
    public void waitsOutside(Outside obstacle) {
        // Only a context keeps account of these.
    }

    @Override
    public void waitsOutsideNoMore(Outside obstacle) {
        // Only a context keeps account of these.
    }

    @Override
    public void reportDependent(TaskFailedException failure) {
        // The tests look at the tasks themselves.
    }

    @Override
    public boolean await(Job job, Duration time) {
        throw new UnsupportedOperationException("nobody waits in these tests");
    }

    @Override
    public void refuseWorkers(String what) {
        // There are none.
    }

    @Override
    public TagBoard tags() {
        return tags;
    }

    @Override
    public void bind(Job job, Worker worker, long order) {
        throw new UnsupportedOperationException("no worker stands behind these tasks");
    }

    @Override
    public void unbind(Job job, Worker worker, long order, boolean ended) {
        throw new UnsupportedOperationException("no worker stands behind these tasks");
    }

    @Override
    public boolean isSameRuntime(TaskHost other) {
        return true;
    }

    private static final class NobodyWaits implements TagHome {
        @Override
        public void refuseWorkers(String what) {
            // There are none.
        }

        @Override
        public boolean await(Round tag, Duration time) {
            throw new UnsupportedOperationException("nobody waits in these tests");
        }

        @Override
        public void wakeAll() {
            // There is nobody.
        }
    }
}
