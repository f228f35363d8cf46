package org.asterism.core.internal.testing;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskState;
import org.asterism.api.data.DataHandle;
import org.asterism.api.model.LinkSettings;
import org.asterism.core.internal.coherence.Traffic;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.links.LinkTable;
import org.asterism.core.internal.observation.Observers;
import org.asterism.core.internal.task.Arbiter;
import org.asterism.core.internal.task.Completion;
import org.asterism.core.internal.task.DataOrder;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Progress;
import org.asterism.core.internal.task.Remainder;
import org.asterism.core.internal.task.TaskHost;
import org.asterism.core.internal.use.DataAccess;
import org.asterism.core.internal.use.Registry;

/** Stands in for a context without workers: keeps the tasks that are ready until the test ends them, one by one. */
public final class ReadyList implements TaskHost {
    private static final Codelet CODELET =
            Codelet.named("task").cpu(kernel -> {}).build();

    private final boolean takesTurns;
    private final Set<Job> ready = new LinkedHashSet<>();
    private long ids;

    /**
     * Makes an empty list.
     *
     * @param takesTurns whether tasks take their turn before they are ready; otherwise only their order counts
     */
    public ReadyList(boolean takesTurns) {
        this.takesTurns = takesTurns;
    }

    /** Makes data for these tasks; in main memory only. */
    public Registry registry() {
        Traffic traffic = new Traffic(
                transfer -> {
                    throw new AssertionError("nothing is copied");
                },
                new LinkTable(LinkSettings.defaults()),
                new Observers(),
                () -> 0);
        return new Registry(
                this,
                traffic,
                new DataAccess(
                        this, traffic, (future, what) -> {}, look -> look.get().run()),
                (name, parameters) -> {
                    throw new IllegalArgumentException("no layout is there");
                },
                false);
    }

    /** Makes data without content, to which tasks can contribute. */
    public static Handle token(Registry registry) {
        Codelet initialise =
                Codelet.named("initialise").access(Access.W).cpu(kernel -> {}).build();
        Codelet combine = Codelet.named("combine")
                .access(Access.RW, Access.R)
                .cpu(kernel -> {})
                .build();
        return (Handle) registry.token().reduction(initialise, combine);
    }

    /** Makes a task that is described by the test. */
    public Job task() {
        return new Job(this, CODELET, ++ids);
    }

    /** Makes and submits a task that accesses one handle. */
    public Job submit(DataHandle handle, Access mode) {
        Job job = task();
        job.access(handle, mode).submit();
        return job;
    }

    /** The tasks that are ready, in the order in which they became so. */
    public Set<Job> ready() {
        return ready;
    }

    /** Ends a ready task as if a worker had run it. */
    public void end(Job job) {
        if (!ready.remove(job)) {
            throw new AssertionError(job + " is not ready but " + job.state());
        }
        Progress.advance(job, TaskState.SUBMITTED, TaskState.RUNNING);
        Completion.finish(job, null);
    }

    @Override
    public void submit(Job job) {
        Remainder.complete(DataOrder.declare(job));
        placed(job);
    }

    @Override
    public void placed(Job job) {
        job.removeSubmissionObstacle();
    }

    @Override
    public void ready(Job job) {
        if (!takesTurns || !Progress.takesTurns(job) || Arbiter.take(job)) {
            schedule(job);
        }
    }

    @Override
    public void schedule(Job job) {
        ready.add(job);
    }

    @Override
    public void settled(Job job, boolean awaited) {
        // The test looks at the tasks themselves.
    }

    @Override
    public void wake(Job ended, boolean awaited) {
        // Nobody waits.
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
        throw new AssertionError(failure);
    }

    @Override
    public void reportDependent(TaskFailedException failure) {
        throw new AssertionError(failure);
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
    public boolean isSameRuntime(TaskHost other) {
        return true; // the core's own jobs have hosts of their own
    }
}
