package org.asterism.core.internal.runtime.waiting;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.asterism.api.WaitReason;
import org.asterism.api.Worker;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.context.ContextTasks;
import org.asterism.core.internal.task.Eligibility;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Particulars;
import org.asterism.core.internal.task.Shortage;
import org.asterism.core.internal.worker.WorkerEngine;

/**
 * Names the obstacle of ready tasks: the worker that they wait for, or the reason why no worker can take them.
 *
 * @param contexts all contexts that tasks and workers may be in
 */
record AwaitedWorker(Collection<Context> contexts) {
    private static final int MOST_NAMED = TaskInspector.MOST_NAMED;

    /**
     * The obstacle of a ready task.
     *
     * @param reason its kind; {@link WaitReason#BUSY} if a worker that can execute the task has to become free
     * @param text words that follow "waits for"
     * @param able the workers that could execute the task
     */
    record Obstacle(WaitReason reason, String text, List<Worker> able) {}

    Obstacle of(Job job) {
        Particulars said = job.particulars(); // once: a task that ends meanwhile loses them
        String bound = ContextTasks.obstacleOfBound(job);
        if (bound != null) {
            return said != null
                            && said.worker() instanceof WorkerEngine worker
                            && worker.isLeftToProgram()
                            && bound.equals("its worker " + worker.name())
                    ? new Obstacle(
                            WaitReason.NOT_DRIVEN, "its worker " + leftToProgram(List.of(worker)), List.of(worker))
                    : new Obstacle(WaitReason.BOUND, bound, List.of());
        }
        String context = "context '" + job.context().name() + "' has none";
        if (job.context().policy().isEmpty()) {
            return new Obstacle(WaitReason.PARKED, "a policy: " + context, List.of());
        }
        if (job.context().workers().isEmpty()) {
            return new Obstacle(WaitReason.NO_WORKER, "a worker: " + context + ", " + whereWorkersAre(), List.of());
        }
        List<Worker> able = job.context().workers().stream()
                .filter(worker -> worker.canExecute(job))
                .toList();
        if (able.isEmpty()) {
            return new Obstacle(
                    WaitReason.UNABLE,
                    "a worker that can execute it: " + context + shortages(job) + refusals(job),
                    List.of());
        }
        return able.stream().allMatch(AwaitedWorker::isLeftToProgram)
                ? new Obstacle(WaitReason.NOT_DRIVEN, leftToProgram(able), able)
                : new Obstacle(WaitReason.BUSY, "a free worker", able);
    }

    private static String shortages(Job job) {
        return Eligibility.shortages(job).isEmpty()
                ? ""
                : ", and it needs " + Shortage.list(Eligibility.shortages(job));
    }

    /** What workers say that would have the architecture: those of one member say the same. */
    private static String refusals(Job job) {
        String all = job.context().workers().stream()
                .filter(WorkerEngine.class::isInstance)
                .flatMap(worker -> ((WorkerEngine) worker).refusal(job).stream())
                .distinct()
                .limit(MOST_NAMED)
                .collect(Collectors.joining("; "));
        return all.isEmpty() ? "" : ": " + all;
    }

    private static boolean isLeftToProgram(Worker worker) {
        return worker instanceof WorkerEngine engine && engine.isLeftToProgram();
    }

    private static String leftToProgram(List<Worker> workers) {
        String names = workers.stream().limit(MOST_NAMED).map(Worker::name).collect(Collectors.joining(" or "))
                + (workers.size() > MOST_NAMED ? " or another" : "");
        return names + ", which the runtime gave no thread: call run() or runOnce() of "
                + (workers.size() == 1 ? "it" : "one");
    }

    private String whereWorkersAre() {
        String places = contexts.stream()
                .filter(context -> !context.workers().isEmpty())
                .map(context -> "context '" + context.name() + "' has "
                        + context.workers().stream()
                                .limit(MOST_NAMED)
                                .map(Worker::name)
                                .collect(Collectors.joining(", "))
                        + (context.workers().size() > MOST_NAMED ? " and more" : ""))
                .collect(Collectors.joining("; "));
        return places.isEmpty() ? "and no other context has one" : places;
    }
}
