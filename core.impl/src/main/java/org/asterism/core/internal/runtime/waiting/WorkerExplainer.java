package org.asterism.core.internal.runtime.waiting;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.asterism.api.Explanation;
import org.asterism.api.TaskState;
import org.asterism.api.WaitReason;
import org.asterism.api.Worker;
import org.asterism.api.WorkerState;
import org.asterism.api.observation.HeldTask;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.context.ContextTasks;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Particulars;
import org.asterism.core.internal.worker.WorkerEngine;

/**
 * Explains what a worker is doing. If it does nothing, explains the reason for each of its contexts.
 *
 * @param look a snapshot of the tasks
 * @param tasks explains tasks
 * @param data explains which data are missing
 * @param contexts all contexts
 * @param isPaused whether the runtime is paused
 */
public record WorkerExplainer(
        TaskInspector look, TaskExplainer tasks, DataExplainer data, Collection<Context> contexts, boolean isPaused) {
    /** From the reason that a user can change to the one that needs no change. */
    private static final List<WaitReason> BY_WEIGHT = List.of(
            WaitReason.POLICY,
            WaitReason.PARKED,
            WaitReason.UNABLE,
            WaitReason.NOTHING_READY,
            WaitReason.NOTHING_SUBMITTED);

    public Explanation explain(WorkerEngine worker) {
        Optional<HeldTask> held = look.heldOn(worker);
        if (held.isPresent()) {
            return held(held.get(), worker);
        }
        WorkerState state = worker.state();
        return switch (state) {
            case STARTING -> new Explanation(worker.name(), WaitReason.STARTING, "opens its device");
            case STOPPED ->
                new Explanation(
                        worker.name(),
                        WaitReason.LEFT,
                        "has left: its driver was stopped, its device was lost or the runtime was closed");
            case STUCK -> new Explanation(worker.name(), WaitReason.STUCK, "does not return from " + worker.glance());
            case EXECUTING -> busy(worker, Optional.of(data));
            case NOT_DRIVEN ->
                new Explanation(
                        worker.name(),
                        WaitReason.NOT_DRIVEN,
                        "has no thread: the program has to call its run() or runOnce()");
            case SCHEDULING, SLEEPING -> idle(worker, state == WorkerState.SLEEPING ? "sleeps" : "looks for a task");
        };
    }

    /** Whether a worker could begin a task now. */
    static boolean isFree(Worker worker) {
        return worker.state() == WorkerState.SLEEPING || worker.state() == WorkerState.SCHEDULING;
    }

    private static Explanation held(HeldTask held, Worker worker) {
        return new Explanation(worker.name(), WaitReason.HELD, "has " + held.task() + ", which " + held.text());
    }

    /** Explains the work of a worker that has a task. */
    static Explanation busy(Worker worker, TaskInspector look) {
        Optional<HeldTask> held = look.heldOn(worker);
        if (held.isPresent()) {
            return held(held.get(), worker);
        }
        return worker instanceof WorkerEngine engine && engine.glance() != null
                ? busy(engine, Optional.empty())
                : new Explanation(worker.name(), WaitReason.EXPLAINED, "is not free");
    }

    private static Explanation busy(WorkerEngine worker, Optional<DataExplainer> data) {
        Job job = worker.glance();
        if (job == null) {
            return new Explanation(worker.name(), WaitReason.RUNNING, "has just ended a task");
        }
        return job.state() == TaskState.ACQUIRING
                ? new Explanation(
                        worker.name(),
                        WaitReason.DATA,
                        "waits for the data of " + job,
                        data.map(missing -> missing.missing(job)).orElse(List.of()))
                : new Explanation(worker.name(), WaitReason.RUNNING, "runs " + job);
    }

    private Explanation idle(WorkerEngine worker, String activity) {
        if (isPaused) {
            return new Explanation(
                    worker.name(), WaitReason.PAUSED, activity + ": the runtime is paused until resume() is called");
        }
        List<Explanation> reasons = new ArrayList<>();
        for (Context context : contexts) {
            if (worker.isIn(context)) {
                reasons.add(in(context, worker));
            }
        }
        if (reasons.isEmpty()) {
            return new Explanation(
                    worker.name(), WaitReason.NO_CONTEXT, activity + ": it is in no context, so it gets no tasks");
        }
        reasons.sort(Comparator.comparingInt(each -> BY_WEIGHT.indexOf(each.reason())));
        return new Explanation(worker.name(), reasons.getFirst().reason(), activity, reasons);
    }

    private Explanation in(Context context, WorkerEngine worker) {
        String subject = "context '" + context.name() + "'";
        List<Job> ready = look.ready().stream()
                .filter(job -> job.context() == context && job.state() == TaskState.READY)
                .sorted(Comparator.comparingLong(Job::id))
                .toList();
        if (context.policy().isEmpty()) {
            return new Explanation(
                    subject, WaitReason.PARKED, "has no policy, so its " + number(ready) + " wait for one");
        }
        long left = context.tasks().counts().left();
        if (left <= 0) {
            return new Explanation(subject, WaitReason.NOTHING_SUBMITTED, "has no unfinished tasks");
        }
        if (ready.isEmpty()) {
            return nothingReady(subject, context, left);
        }
        List<Job> usable = ready.stream()
                .filter(job -> isForAnyOr(worker, job) && worker.canExecute(job))
                .toList();
        if (usable.isEmpty()) {
            return new Explanation(
                    subject,
                    WaitReason.UNABLE,
                    "has " + number(ready) + ", and " + worker.name() + " may run none of them"
                            + worker.refusal(ready.getFirst())
                                    .map(refusal -> ": " + refusal)
                                    .orElse(""),
                    List.of(tasks.explain(ready.getFirst())));
        }
        return new Explanation(
                subject,
                WaitReason.POLICY,
                "has " + number(usable) + " that " + worker.name() + " could run, such as " + usable.getFirst()
                        + ", and policy '" + context.policy().get() + "' keeps them for other workers or for later");
    }

    private static String number(List<Job> ready) {
        return ready.size() == 1 ? "1 ready task" : ready.size() + " ready tasks";
    }

    /** Whether the program did not bind a task to another worker. */
    private static boolean isForAnyOr(WorkerEngine worker, Job job) {
        Particulars said = job.particulars();
        return ContextTasks.obstacleOfBound(job) == null || said != null && said.worker() == worker;
    }

    private Explanation nothingReady(String subject, Context context, long left) {
        Optional<Job> oldest = look.unfinished()
                .filter(job -> job.context() == context && job.state() == TaskState.SUBMITTED)
                .findFirst();
        return new Explanation(
                subject,
                WaitReason.NOTHING_READY,
                "has " + left + " unfinished " + (left == 1 ? "task" : "tasks") + ", none of them ready",
                oldest.map(tasks::explain).stream().toList());
    }
}
