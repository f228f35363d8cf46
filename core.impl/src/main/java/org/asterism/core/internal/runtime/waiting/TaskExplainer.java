package org.asterism.core.internal.runtime.waiting;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.asterism.api.Explanation;
import org.asterism.api.TaskState;
import org.asterism.api.WaitReason;
import org.asterism.api.Worker;
import org.asterism.api.observation.HeldTask;
import org.asterism.core.internal.task.GraphNode;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Progress;
import org.asterism.core.internal.task.Round;
import org.asterism.core.internal.task.TurnQueue;

/**
 * Explains why tasks have not ended, down to the last cause. Each node of the graph is explained once, so an explainer
 * answers one question of one thread. Of several predecessors, the first one is followed further: all paths of a graph
 * would be more than anybody reads.
 */
public final class TaskExplainer {
    /** Behind a task with very many predecessors, the first ones are explained. */
    private static final int MOST_CAUSES = TaskInspector.MOST_NAMED;

    /** A chain of very many tasks is explained so far, and its end. */
    private static final int MOST_DEPTH = 8;

    /** The depth of nodes whose own causes are not explained. */
    private static final int BESIDE_THE_CHAIN = -1;

    private final TaskInspector look;
    private final DataExplainer data;
    private final boolean isPaused;
    private final Set<GraphNode> explained = Collections.newSetFromMap(new IdentityHashMap<>());

    /**
     * Explains tasks as they are now.
     *
     * @param look a snapshot of the tasks
     * @param data explains which data are missing
     * @param isPaused whether the runtime is paused
     */
    public TaskExplainer(TaskInspector look, DataExplainer data, boolean isPaused) {
        this.look = look;
        this.data = data;
        this.isPaused = isPaused;
    }

    /** Explains a task; if it waits in a circle, or behind one, the last cause names the circle. */
    public Explanation explain(Job job) {
        Explanation explanation = explain(job, 0);
        return look.circle(job)
                .map(circle -> {
                    List<Explanation> causes = new ArrayList<>(explanation.causes());
                    causes.add(new Explanation(
                            "a circle",
                            WaitReason.CIRCLE,
                            "keeps these tasks from ending: " + circle.text() + "; cancel one of them"));
                    return new Explanation(explanation.subject(), explanation.reason(), explanation.text(), causes);
                })
                .orElse(explanation);
    }

    private Explanation explain(GraphNode node, int depth) {
        if (!explained.add(node)) {
            return new Explanation(node.toString(), WaitReason.EXPLAINED, "is explained above");
        }
        return switch (node) {
            case Job job -> ofTask(job, depth);
            case Round tag -> ofTag(tag, depth);
            default -> new Explanation(node.toString(), WaitReason.TASKS, "waits", causes(look.before(node), depth));
        };
    }

    private Explanation ofTask(Job job, int depth) {
        String name = TaskInspector.isTask(job) ? job.toString() : job.codelet().name();
        Optional<HeldTask> held = look.heldOf(job);
        if (held.isPresent()) {
            return new Explanation(name, WaitReason.HELD, held.get().text());
        }
        TaskState state = job.state();
        String workers = look.workersOf(job);
        return switch (state) {
            case CREATED -> new Explanation(name, WaitReason.NOT_SUBMITTED, "is not submitted");
            case SUBMITTED -> ofBlocked(name, job, depth);
            case READY -> ofReady(name, job, depth);
            case SCHEDULED ->
                new Explanation(
                        name, WaitReason.TAKEN, "was taken by " + known(workers) + " and waits there for its begin");
            case ACQUIRING ->
                new Explanation(name, WaitReason.DATA, "waits for its data on " + known(workers), data.missing(job));
            case RUNNING ->
                workers == null && Progress.endsLater(job)
                        ? ofEnding(name, job, depth)
                        : new Explanation(
                                name,
                                WaitReason.RUNNING,
                                TaskInspector.isTask(job) ? "runs on " + known(workers) : "is under way");
            case DONE, FAILED, CANCELLED -> new Explanation(name, WaitReason.ENDED, "has ended");
        };
    }

    private static String known(String workers) {
        return workers == null ? "a worker" : workers;
    }

    private Explanation ofEnding(String name, Job job, int depth) {
        return new Explanation(
                name, WaitReason.ENDING, "has run and ends after others", causes(look.before(job), depth));
    }

    private Explanation ofBlocked(String name, Job job, int depth) {
        List<GraphNode> before = look.behindJoins(job);
        for (GraphNode node : before) {
            if (node instanceof TurnQueue queue) {
                return new Explanation(
                        name, WaitReason.TURN, "waits for " + look.turn(queue), causes(queue.holders(), depth));
            }
        }
        List<Explanation> causes = new ArrayList<>(causes(before, depth));
        int stages = look.stagesOf(job);
        if (stages > 0) {
            causes.add(new Explanation(name, WaitReason.STAGES, "waits for " + TaskInspector.stages(stages)));
        }
        if (before.isEmpty()) {
            return stages > 0 ? causes.getFirst() : new Explanation(name, WaitReason.TAKEN, "is about to become ready");
        }
        boolean areTags = before.stream().allMatch(Round.class::isInstance);
        return new Explanation(
                name, areTags ? WaitReason.TAG : WaitReason.TASKS, "waits for " + number(before, areTags), causes);
    }

    private static String number(List<GraphNode> before, boolean areTags) {
        String what = areTags ? "tag" : "task";
        return before.size() == 1 ? (areTags ? "a tag" : "a task") : before.size() + " " + what + "s";
    }

    private Explanation ofReady(String name, Job job, int depth) {
        if (isPaused) {
            return new Explanation(
                    name, WaitReason.PAUSED, "is ready, and the runtime is paused until resume() is called");
        }
        AwaitedWorker.Obstacle obstacle = look.obstacleOf(job);
        if (obstacle.reason() != WaitReason.BUSY) {
            return new Explanation(name, obstacle.reason(), "is ready and waits for " + obstacle.text());
        }
        String policy = job.context().policy().map(of -> "policy '" + of + "'").orElse("its policy");
        List<Worker> free = obstacle.able().stream()
                .filter(worker ->
                        WorkerExplainer.isFree(worker) && look.heldOn(worker).isEmpty())
                .toList();
        if (!free.isEmpty()) {
            return new Explanation(
                    name,
                    WaitReason.POLICY,
                    "is ready, and " + policy + " keeps it although " + names(free) + " could run it");
        }
        return new Explanation(
                name,
                WaitReason.BUSY,
                "is ready, and " + policy + " has it until a worker is free",
                depth == BESIDE_THE_CHAIN
                        ? List.of()
                        : obstacle.able().stream()
                                .limit(MOST_CAUSES)
                                .map(worker -> WorkerExplainer.busy(worker, look))
                                .toList());
    }

    private static String names(List<Worker> workers) {
        return workers.stream().limit(MOST_CAUSES).map(Worker::name).collect(Collectors.joining(" or "))
                + (workers.size() > MOST_CAUSES ? " or another" : "");
    }

    private Explanation ofTag(Round tag, int depth) {
        List<GraphNode> carriers = look.before(tag);
        if (tag.isDone()) {
            return new Explanation(tag.toString(), WaitReason.ENDED, "was just notified");
        }
        return carriers.isEmpty()
                ? new Explanation(tag.toString(), WaitReason.TAG, "is notified by no submitted task")
                : new Explanation(
                        tag.toString(),
                        WaitReason.TAG,
                        "is notified at the end of " + (carriers.size() == 1 ? "a task" : "one of several tasks"),
                        causes(carriers, depth));
    }

    /** Explains nodes that are waited for; those that have ended meanwhile are left out. */
    private List<Explanation> causes(Collection<? extends GraphNode> nodes, int depth) {
        List<? extends GraphNode> open =
                nodes.stream().filter(TaskExplainer::isOpen).toList();
        if (open.isEmpty() || depth == BESIDE_THE_CHAIN) {
            return List.of();
        }
        if (depth == MOST_DEPTH) {
            return List.of(endOfChain(open.getFirst()));
        }
        List<Explanation> causes = new ArrayList<>();
        for (GraphNode node : open.subList(0, Math.min(MOST_CAUSES, open.size()))) {
            causes.add(explain(node, causes.isEmpty() ? depth + 1 : BESIDE_THE_CHAIN));
        }
        if (open.size() > MOST_CAUSES) {
            causes.add(new Explanation(
                    open.size() - MOST_CAUSES + " more", WaitReason.EXPLAINED, "are waited for as well"));
        }
        return causes;
    }

    private static boolean isOpen(GraphNode node) {
        return !(node instanceof Job job && job.state().isFinal());
    }

    /** The end of a long chain, whose other members are only counted. */
    private Explanation endOfChain(GraphNode first) {
        Set<GraphNode> passed = Collections.newSetFromMap(new IdentityHashMap<>());
        GraphNode last = first;
        while (passed.add(last)) {
            last = look.before(last).stream()
                    .filter(TaskExplainer::isOpen)
                    .findFirst()
                    .orElse(last);
        }
        String end = last instanceof Job job ? ofTask(job, BESIDE_THE_CHAIN).text() : "is not notified yet";
        return new Explanation(
                passed.size() + " more tasks follow; at the end " + last,
                last instanceof Job job && job.state() == TaskState.RUNNING ? WaitReason.RUNNING : WaitReason.TASKS,
                end);
    }
}
