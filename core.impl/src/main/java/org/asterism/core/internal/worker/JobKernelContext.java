package org.asterism.core.internal.worker;

import java.util.BitSet;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.function.Supplier;
import org.asterism.api.KernelContext;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.data.DataView;
import org.asterism.core.internal.coherence.Claim;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.team.Cores;
import org.asterism.core.internal.team.Team;

/**
 * The kernel context of one worker. Its kernels use it one after the other. The object is the same each time, so that a
 * task allocates none.
 */
final class JobKernelContext implements KernelContext {
    private final Worker worker;
    private final TaskRuntime runtime;
    private final Supplier<Job> job;

    /** Whether a kernel runs that may ask. */
    private boolean isOpen;

    /** Location of the task's data, or null if they are at home. */
    private Claim claim;

    /** The data that a prelude's kernel sees; null for the task's own. */
    private DataView[] shown;

    /** The team that runs the task, or null for the worker alone. */
    private Team team;

    private int rank;

    /**
     * Makes the context of a worker.
     *
     * @param job supplies the task whose kernel runs. It is not stored here once more for each task: G1 makes the store
     *     of a new task into an object as old as this several times as expensive, by a fence
     */
    JobKernelContext(Worker worker, TaskRuntime runtime, Supplier<Job> job) {
        this.worker = worker;
        this.runtime = runtime;
        this.job = job;
    }

    /** Begins with a task, or with a part of one that several workers run; the team is null for the worker alone. */
    void begin(Claim met, Team members, int part) {
        isOpen = true;
        claim = met;
        team = members;
        rank = part;
    }

    /** Shows some data to a kernel that prepares those of the task, and neither its argument nor its team. */
    void showOnly(DataView... views) {
        shown = views;
    }

    void showAll() {
        shown = null;
    }

    void end() {
        shown = null;
        isOpen = false;
        claim = null;
        team = null;
        rank = 0;
    }

    private Job job() {
        Job running = isOpen ? job.get() : null;
        if (running == null) {
            throw new IllegalStateException("a kernel's context was used after the kernel had returned");
        }
        return running;
    }

    @Override
    public Task task() {
        return job();
    }

    @Override
    public Worker worker() {
        return worker;
    }

    @Override
    public TaskRuntime runtime() {
        return runtime;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int teamSize() {
        return team == null || shown != null ? 1 : team.size();
    }

    @Override
    public void barrier() throws BrokenBarrierException, InterruptedException {
        job();
        if (team != null && shown == null) {
            team.awaitOthers();
        }
    }

    @Override
    public BitSet processingUnits() {
        return team == null || shown != null ? Cores.of(List.of(worker)) : team.processingUnits();
    }

    @Override
    public int dataCount() {
        Job begun = job();
        return shown == null ? begun.dataCount() : shown.length;
    }

    @Override
    public DataView data(int index) {
        int count = dataCount();
        if (index < 0 || index >= count) {
            throw outOfBounds(index, count);
        }
        if (shown != null) {
            return shown[index];
        }
        return claim == null ? job().data(index).view() : claim.view(index);
    }

    @Override
    public void result(Object result) {
        job().giveResult(result);
    }

    @Override
    public <A> A argument(Class<A> type) {
        Object given = shown == null ? job().argument() : null;
        if (given != null && !type.isInstance(given)) {
            throw wrongArgument(type, given);
        }
        return type.cast(given);
    }

    private IndexOutOfBoundsException outOfBounds(int index, int count) {
        return new IndexOutOfBoundsException(job() + "'s kernel asked for the data at " + index + ", but it was given "
                + (count == 0
                        ? "none"
                        : count == 1
                                ? "one handle: its position is 0"
                                : count + " handles: their positions are 0 to " + (count - 1)));
    }

    private ClassCastException wrongArgument(Class<?> asked, Object given) {
        return new ClassCastException(job() + "'s kernel asked for argument(" + asked.getSimpleName()
                + ".class), but its argument is a " + given.getClass().getName() + ": give what the kernel asks for,"
                + " or ask for that");
    }
}
