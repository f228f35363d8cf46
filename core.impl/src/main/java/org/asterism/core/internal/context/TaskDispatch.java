package org.asterism.core.internal.context;

import org.asterism.api.TaskState;
import org.asterism.core.internal.observation.Observers;
import org.asterism.core.internal.task.Arbiter;
import org.asterism.core.internal.task.Callbacks;
import org.asterism.core.internal.task.Completion;
import org.asterism.core.internal.task.Eligibility;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Progress;

/** Passes a task without obstacles to the policy of its context, or to the worker that it is bound to. */
final class TaskDispatch {
    private final ContextHome home;
    private final MachineModel machine;
    private final Observers observers;
    private final ReadyPool pool;
    private final WorkerBindings bindings;
    private final TaskCancellation cancellation;
    private final FailFast failFast;

    TaskDispatch(
            ContextHome home,
            ReadyPool pool,
            WorkerBindings bindings,
            TaskCancellation cancellation,
            FailFast failFast) {
        this.home = home;
        machine = home.machine();
        observers = home.observers();
        this.pool = pool;
        this.bindings = bindings;
        this.cancellation = cancellation;
        this.failFast = failFast;
    }

    /** Takes a task that nothing stands in the way of any more. */
    void ready(Job job) {
        try {
            prepare(job);
        } catch (RuntimeException | Error thrown) {
            if (job.state() != TaskState.SUBMITTED) {
                throw thrown; // it has ended, or its context has it
            }
            Completion.endBroken(job, thrown);
        }
    }

    private void prepare(Job job) {
        Throwable why = job.poison();
        if (why == null) {
            why = failFast.whyNotBegin();
        }
        if (why == null && Callbacks.has(job, Callbacks.Moment.PROLOGUE)) {
            why = Callbacks.callPrologue(job);
        }
        if (why != null) {
            Completion.endWithoutRunning(job, TaskState.SUBMITTED, why);
            return;
        }
        if (Progress.takesTurns(job) && !Arbiter.take(job)) {
            return; // it waits for its turn
        }
        scheduleNow(job);
    }

    /** Takes a task that has its turn on all its data as well. */
    void schedule(Job job) {
        try {
            scheduleNow(job);
        } catch (RuntimeException | Error thrown) {
            if (job.state() != TaskState.SUBMITTED) {
                throw thrown;
            }
            Completion.endBroken(job, thrown);
        }
    }

    private void scheduleNow(Job job) {
        boolean isRestricted = job.isRestricted();
        if (isRestricted && isRuledOut(job)) {
            return;
        }
        if (!Progress.makeReady(job)) {
            Completion.endCalledOff(job);
            return;
        }
        observers.ready(job);
        try {
            if (Callbacks.has(job, Callbacks.Moment.READY)) {
                Callbacks.call(job, Callbacks.Moment.READY);
            }
            if (job.codelet().isWithoutWork()) {
                Completion.endWithoutWork(job);
                return;
            }
        } catch (RuntimeException | Error thrown) { // mostly for want of memory
            if (!Completion.endUnkept(job, thrown)) {
                throw thrown;
            }
            return;
        }
        push(job, isRestricted);
    }

    /** Gives a task that is ready once more to its worker or else to the policy. */
    void push(Job job) {
        push(job, job.isRestricted());
    }

    private void push(Job job, boolean isRestricted) {
        if (!machine.delaysPushes()) {
            pushNow(job, isRestricted);
            return;
        }
        try {
            machine.delayPush(() -> pushNow(job, isRestricted));
        } catch (RuntimeException | Error thrown) {
            if (!Completion.endUnkept(job, thrown)) {
                throw thrown;
            }
        }
    }

    private void pushNow(Job job, boolean isRestricted) {
        boolean isWithPolicy;
        try {
            pool.clampPriority(job);
            observers.pushed(job);
            isWithPolicy = (!isRestricted || !pushBound(job)) && pool.push(job, home.currentWorker());
        } catch (RuntimeException | Error thrown) { // mostly for want of memory
            if (!Completion.endUnkept(job, thrown)) {
                throw thrown;
            }
            return;
        }
        if (!isWithPolicy) {
            cancellation.parked();
        }
    }

    /** Lets a task fail that no worker can be asked about. */
    private boolean isRuledOut(Job job) {
        // Asked before the policy does, which must not be blamed for what the program's answer throws.
        for (ContextWorker worker : pool.acting().context().members()) {
            worker.canExecute(job);
        }
        Throwable ruledOut = Eligibility.ruledOut(job) == null ? WorkerBindings.misfit(job) : Eligibility.ruledOut(job);
        if (ruledOut == null) {
            return false;
        }
        Completion.endWithoutRunning(job, TaskState.SUBMITTED, ruledOut);
        return true;
    }

    /** Gives a worker a ready task that is its own; false if the task is nobody's. */
    private boolean pushBound(Job job) {
        ContextWorker worker = WorkerBindings.workerOf(job);
        if (worker == null) {
            pool.acting().restrictedCame();
            return false;
        }
        pool.acting().hooks().ofBound(job, worker, home.currentWorker());
        bindings.push(job, worker);
        return true;
    }
}
