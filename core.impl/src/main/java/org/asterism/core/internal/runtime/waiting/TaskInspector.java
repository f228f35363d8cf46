package org.asterism.core.internal.runtime.waiting;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.asterism.api.TaskOverview;
import org.asterism.api.TaskOverview.RunningTask;
import org.asterism.api.TaskOverview.WaitingTask;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.api.observation.HeldTask;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.context.ScopeTasks;
import org.asterism.core.internal.context.TaskCounts;
import org.asterism.core.internal.task.Circle;
import org.asterism.core.internal.task.DataOrder;
import org.asterism.core.internal.task.GraphNode;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Progress;
import org.asterism.core.internal.task.Round;
import org.asterism.core.internal.task.TagBoard;
import org.asterism.core.internal.task.TagJoin;
import org.asterism.core.internal.task.TurnQueue;
import org.asterism.core.internal.worker.WorkerEngine;

/** A snapshot of the tasks that have not ended: their number in each state, and the obstacles of those that wait. */
public final class TaskInspector {
    /** Of a task with very many predecessors, a few are named. */
    static final int MOST_NAMED = 8;

    /** Of a circle, so many tasks are listed. */
    private static final int MOST_OF_CIRCLE = 100;

    /**
     * Tasks that wait for each other.
     *
     * @param text names them with their obstacles
     * @param tasks each waits for the next one, the last for the first
     */
    record WaitingCircle(String text, List<WaitingTask> tasks) {}

    private final Map<Job, String> running = new IdentityHashMap<>();
    private final Map<Job, HeldTask> held = new IdentityHashMap<>();
    private final List<Job> ready = new ArrayList<>();

    /** Number of the program's stages that each task waits for. */
    private final Map<Job, Integer> outside = new IdentityHashMap<>();

    private final Collection<Context> contexts;
    private final AwaitedWorker awaited;
    private final WaitGraph graph;
    private final long submitted;
    private final long done;
    private final long failed;
    private final long cancelled;

    /**
     * Looks at the tasks of some contexts.
     *
     * @param awaitedNodes further nodes to find, such as a tag that a thread waits for
     * @param heldTasks tasks that debuggers hold
     */
    public TaskInspector(
            Collection<Context> contexts,
            List<WorkerEngine> workers,
            TagBoard tags,
            Collection<Job> holds,
            Collection<GraphNode> awaitedNodes,
            Collection<HeldTask> heldTasks) {
        this.contexts = contexts;
        this.awaited = new AwaitedWorker(contexts);
        List<GraphNode> roots = new ArrayList<>(holds);
        roots.addAll(awaitedNodes);
        done = sum(TaskCounts::doneSoFar);
        failed = sum(TaskCounts::failedSoFar);
        cancelled = sum(TaskCounts::cancelledSoFar);
        for (Context context : contexts) {
            ready.addAll(context.tasks().readyTasks());
            roots.addAll(context.tasks().takenTasks()); // after the ready ones: a task may be taken meanwhile
            roots.addAll(context.tasks().cancellation().promisedTasks());
            context.tasks().cancellation().tasksWaitingOutside().forEach(job -> outside.merge(job, 1, Integer::sum));
        }
        for (WorkerEngine worker : workers) {
            worker.forEachUnderWay(job -> {
                if (!job.state().isFinal()) {
                    running.merge(job, worker.name(), (one, other) -> one + ", " + other);
                }
            });
        }
        for (HeldTask each : heldTasks) {
            if (each.task() instanceof Job job && !job.state().isFinal()) {
                held.putIfAbsent(job, each);
            }
        }
        submitted = sum(TaskCounts::submittedSoFar);
        roots.addAll(ready);
        roots.addAll(running.keySet());
        roots.addAll(outside.keySet());
        roots.addAll(held.keySet());
        graph = new WaitGraph(roots, tags);
    }

    private long sum(ToLongFunction<TaskCounts> count) {
        return contexts.stream()
                .map(each -> each.tasks().counts())
                .mapToLong(count)
                .sum();
    }

    public TaskOverview overview(int mostWaiting) {
        long allReady = ready.size() + heldBetween(_ -> true);
        long blocked = Math.max(0, left() - allReady - running.size());
        return new TaskOverview(
                        submitted,
                        blocked,
                        allReady,
                        running.size(),
                        done,
                        failed,
                        cancelled,
                        oldestWaiting(mostWaiting))
                .withRunning(oldestRunning(_ -> true, mostWaiting));
    }

    /** Counts the ready tasks that a debugger holds on their way to the policy, or from there to a worker. */
    private long heldBetween(Predicate<Job> wanted) {
        return held.keySet().stream()
                .filter(job -> wanted.test(job) && !running.containsKey(job) && !ready.contains(job))
                .count();
    }

    /** The tasks of one context alone. */
    public TaskOverview overview(Context context, int mostWaiting) {
        long itsReady = ready.stream().filter(job -> job.context() == context).count()
                + heldBetween(job -> job.context() == context);
        long itsRunning = running.keySet().stream()
                .filter(job -> job.context() == context)
                .count();
        TaskCounts counts = context.tasks().counts();
        long itsDone = counts.doneSoFar();
        long itsFailed = counts.failedSoFar();
        long itsCancelled = counts.cancelledSoFar();
        long itsSubmitted = counts.submittedSoFar(); // after the others, so that none has ended before it was submitted
        long itsLeft = itsSubmitted - itsDone - itsFailed - itsCancelled;
        return new TaskOverview(
                        itsSubmitted,
                        Math.max(0, itsLeft - itsReady - itsRunning),
                        itsReady,
                        itsRunning,
                        itsDone,
                        itsFailed,
                        itsCancelled,
                        oldestWaitingOf(job -> job.context() == context, mostWaiting))
                .withRunning(oldestRunning(job -> job.context() == context, mostWaiting));
    }

    private List<RunningTask> oldestRunning(Predicate<Job> wanted, int most) {
        return running.keySet().stream()
                .filter(job -> isTask(job) && wanted.test(job) && !held.containsKey(job))
                .sorted(Comparator.comparingLong(Job::id))
                .map(this::describeRunning)
                .flatMap(Optional::stream)
                .limit(most)
                .toList();
    }

    /** Tasks move on while the list is made: those that have ended, and have callbacks to run, are left out. */
    private Optional<RunningTask> describeRunning(Job job) {
        TaskState state = job.state();
        return state.isFinal() || state == TaskState.READY // which its worker is about to take
                ? Optional.empty()
                : Optional.of(new RunningTask(
                        job.id(), job.codelet().name(), job.context().name(), state, job.priority(), running.get(job)));
    }

    /** The tasks that were submitted and have not ended, by id. */
    public Stream<Job> unfinished() {
        return graph.jobs()
                .filter(job -> isTask(job) && isUnfinished(job.state()))
                .sorted(Comparator.comparingLong(Job::id));
    }

    private static boolean isUnfinished(TaskState state) {
        return state != TaskState.CREATED && !state.isFinal();
    }

    long left() {
        return submitted - done - failed - cancelled;
    }

    /** Tasks that wait for each other, if there are any that keep something, null for anything, from ending. */
    Optional<WaitingCircle> circle(GraphNode awaited) {
        List<GraphNode> circle = graph.circle(awaited);
        if (circle.isEmpty()) {
            return Optional.empty();
        }
        List<WaitingTask> tasks = circle.stream()
                .filter(node -> node instanceof Job job && isTask(job))
                .limit(MOST_OF_CIRCLE)
                .map(node -> describe((Job) node, ((Job) node).state()))
                .toList();
        return Optional.of(new WaitingCircle(Circle.describe(circle), tasks));
    }

    private List<WaitingTask> oldestWaiting(int most) {
        return oldestWaitingOf(any -> true, most);
    }

    /** The oldest tasks that wait, and keep something, null for anything, from ending. */
    List<WaitingTask> oldestWaiting(GraphNode awaited, int most) {
        return awaited == null
                ? oldestWaiting(most)
                : oldestOf(
                        graph.behind(awaited).stream()
                                .filter(Job.class::isInstance)
                                .map(Job.class::cast),
                        most);
    }

    String turn(TurnQueue queue) {
        List<Job> holders = queue.holders();
        return queue
                + (holders.isEmpty()
                        ? ""
                        : ", which " + String.join(", ", named(holders)) + (holders.size() == 1 ? " has" : " have"));
    }

    /** Returns the name of an awaited node, in words; for a tag, also who would notify it. */
    String name(GraphNode awaited) {
        return switch (awaited) {
            case Job job -> isTask(job) ? job.toString() : job.codelet().name();
            case ScopeTasks scope -> scope.toString();
            default -> awaited + ", which " + notifier(awaited);
        };
    }

    private List<WaitingTask> oldestWaitingOf(Predicate<Job> wanted, int most) {
        return oldestOf(
                Stream.of(ready.stream(), held.keySet().stream(), graph.jobs())
                        .flatMap(each -> each)
                        .filter(wanted),
                most);
    }

    private List<WaitingTask> oldestOf(Stream<Job> jobs, int most) {
        return jobs.filter(TaskInspector::isTask)
                .sorted(Comparator.comparingLong(Job::id))
                .distinct()
                .map(this::describeWaiting)
                .flatMap(Optional::stream)
                .limit(most)
                .toList();
    }

    /** Tasks move on while the list is made: those that wait no longer are left out. */
    private Optional<WaitingTask> describeWaiting(Job job) {
        TaskState state = job.state();
        return state == TaskState.SUBMITTED || state == TaskState.READY || held.containsKey(job) && !state.isFinal()
                ? Optional.of(describe(job, state))
                : Optional.empty();
    }

    private WaitingTask describe(Job job, TaskState state) {
        return new WaitingTask(
                job.id(), job.codelet().name(), job.context().name(), state, job.priority(), waitsFor(job, state));
    }

    /** The workers that have a task, in words; null if none has. */
    String workersOf(Job job) {
        return running.get(job);
    }

    /** The tasks that wait for a worker. */
    Collection<Job> ready() {
        return ready;
    }

    /** Returns the number of the program's stages that a task waits for. */
    int stagesOf(Job job) {
        return outside.getOrDefault(job, 0);
    }

    /** Returns the obstacle of a ready task. */
    AwaitedWorker.Obstacle obstacleOf(Job job) {
        return awaited.of(job);
    }

    /** Returns the nodes that a node waits for. */
    List<GraphNode> before(GraphNode node) {
        return graph.predecessors(node);
    }

    /** Not what only stands in the order of data. */
    static boolean isTask(Job job) {
        return job.id() > 0;
    }

    /** Why a debugger holds a task, if one does. */
    Optional<HeldTask> heldOf(Job job) {
        return Optional.ofNullable(held.get(job));
    }

    /** The task that a debugger holds with a worker, if one does. */
    Optional<HeldTask> heldOn(Worker worker) {
        return held.values().stream()
                .filter(each -> each.worker().orElse(null) == worker)
                .findFirst();
    }

    private List<String> waitsFor(Job job, TaskState state) {
        if (held.containsKey(job)) {
            HeldTask stopped = held.get(job);
            return List.of(stopped.remedy() + ", held at " + stopped.place());
        }
        if (state == TaskState.READY) {
            return List.of(awaited.of(job).text());
        }
        List<GraphNode> before = behindJoins(job);
        for (GraphNode node : before) {
            if (node instanceof TurnQueue queue) {
                return List.of(turn(queue));
            }
        }
        List<String> names = named(before);
        int stages = stagesOf(job);
        if (stages > 0) {
            names.add(stages(stages));
        }
        return names;
    }

    /** Stages of the program, in words. */
    static String stages(int number) {
        return number == 1
                ? "a stage given to after(CompletionStage), which is not complete"
                : number + " stages given to after(CompletionStage), which are not complete";
    }

    /**
     * Returns the nodes that a task waits for. A join between groups of tasks is replaced by the nodes that it waits
     * for.
     */
    List<GraphNode> behindJoins(GraphNode node) {
        return graph.predecessors(node).stream()
                .flatMap(predecessor -> predecessor instanceof Job job && DataOrder.isJoin(job)
                        ? behindJoins(job).stream()
                        : Stream.of(predecessor))
                .distinct()
                .toList();
    }

    private List<String> named(List<? extends GraphNode> predecessors) {
        List<String> names = new ArrayList<>();
        for (GraphNode predecessor : predecessors.subList(0, Math.min(MOST_NAMED, predecessors.size()))) {
            names.add(name(predecessor) + (predecessor instanceof Job job ? " (" + how(job) + ")" : ""));
        }
        if (names.size() == MOST_NAMED) {
            names.add("perhaps more");
        }
        return names;
    }

    private String how(Job job) {
        if (!isTask(job)) {
            return job.state() == TaskState.RUNNING ? "under way" : "waiting";
        }
        if (held.containsKey(job)) {
            return "held at " + held.get(job).place();
        }
        String worker = running.get(job);
        return worker != null
                ? "running on " + worker
                : switch (job.state()) {
                    case CREATED -> "not submitted";
                    case SUBMITTED -> "waiting";
                    case READY -> "ready";
                    case SCHEDULED -> "about to begin";
                    default -> endsAfter(job);
                };
    }

    /** Returns the nodes that keep a task from its end after its worker is done with it. */
    String endsAfter(Job job) {
        List<GraphNode> others = Progress.endsLater(job) ? graph.predecessors(job) : List.of();
        return others.isEmpty()
                ? "about to end"
                : "ends after "
                        + others.stream().limit(MOST_NAMED).map(this::name).collect(Collectors.joining(", "));
    }

    private String notifier(GraphNode tag) {
        List<GraphNode> notifiers = graph.predecessors(tag);
        if (notifiers.isEmpty()) {
            return tag instanceof Round round && round.isDone() ? "was just notified" : "nobody notifies";
        }
        GraphNode one = notifiers.getFirst();
        String others = notifiers.size() == 1 ? "" : ", or one of " + (notifiers.size() - 1) + " others,";
        return one instanceof Job job
                ? job + " (" + how(job) + ")" + others + " carries"
                : "joins " + joined((TagJoin) one) + others;
    }

    private String joined(TagJoin join) {
        return String.join(
                " and ",
                graph.predecessors(join).stream()
                        .limit(MOST_NAMED)
                        .map(GraphNode::toString)
                        .toList());
    }
}
