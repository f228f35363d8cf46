package org.asterism.core.internal.runtime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.asterism.api.TaskOverview;
import org.asterism.api.TaskOverview.WaitingTask;
import org.asterism.api.TaskState;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.context.TaskCounts;
import org.asterism.core.internal.dependency.Arbiter;
import org.asterism.core.internal.dependency.DataOrder;
import org.asterism.core.internal.dependency.Successors;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.worker.WorkerEngine;

/**
 * Finds the tasks that wait, and what for, without any register of tasks: every blocked task waits for one that is ready, that
 * runs, that is blocked itself or that was promised but not submitted, and each of these knows its successors.
 */
final class TaskInspector {
    /** Of a task with very many predecessors, a few are named. */
    private static final int MOST_NAMED = 8;

    private final Collection<Context> contexts;
    private final List<WorkerEngine> workers;
    private final Map<Job, String> running = new IdentityHashMap<>();
    private final Map<Job, List<Job>> predecessors = new IdentityHashMap<>();
    private final Map<Job, String> turns = new IdentityHashMap<>();

    TaskInspector(Collection<Context> contexts, List<WorkerEngine> workers) {
        this.contexts = contexts;
        this.workers = workers;
    }

    TaskOverview inspect(int mostWaiting) {
        List<Job> ready = new ArrayList<>();
        List<Job> roots = new ArrayList<>();
        long submitted = 0;
        long done = 0;
        long failed = 0;
        long cancelled = 0;
        for (Context context : contexts) {
            TaskCounts counts = context.counts();
            done += counts.doneSoFar();
            failed += counts.failedSoFar();
            cancelled += counts.cancelledSoFar();
            ready.addAll(context.readyTasks());
            roots.addAll(context.promisedTasks());
        }
        for (WorkerEngine worker : workers) {
            Job job = worker.glance();
            if (job != null && !job.state().isFinal()) {
                running.put(job, worker.name());
            }
        }
        for (Context context : contexts) {
            submitted += context.counts().submittedSoFar();
        }
        roots.addAll(ready);
        roots.addAll(running.keySet());
        walk(roots);
        long blocked = Math.max(0, submitted - done - failed - cancelled - ready.size() - running.size());
        return new TaskOverview(
                submitted, blocked, ready.size(), running.size(), done, failed, cancelled, oldest(ready, mostWaiting));
    }

    private void walk(List<Job> roots) {
        ArrayDeque<Job> open = new ArrayDeque<>(roots);
        while (!open.isEmpty()) {
            Job job = open.poll();
            Successors.forEach(job, successor -> {
                List<Job> known = predecessors.get(successor);
                if (known == null) {
                    known = new ArrayList<>(2);
                    predecessors.put(successor, known);
                    open.add(successor);
                }
                if (known.size() < MOST_NAMED && !known.contains(job)) {
                    known.add(job);
                }
            });
            if (job.takesTurns()) {
                Arbiter.forEachWaiter(job, (waiter, handle) -> {
                    if (turns.put(waiter, handle.name()) == null && waiter != job) {
                        open.add(waiter);
                    }
                });
            }
        }
    }

    private List<WaitingTask> oldest(List<Job> ready, int most) {
        List<Job> waiting = new ArrayList<>(ready);
        waiting.addAll(turns.keySet());
        for (Job job : predecessors.keySet()) {
            if (job.state() == TaskState.SUBMITTED && !DataOrder.isJoin(job)) {
                waiting.add(job);
            }
        }
        waiting.sort(Comparator.comparingLong(Job::id));
        // Tasks move on while the list is made: those that wait no longer are left out.
        return waiting.stream()
                .distinct()
                .map(this::describe)
                .flatMap(Optional::stream)
                .limit(most)
                .toList();
    }

    private Optional<WaitingTask> describe(Job job) {
        TaskState state = job.state();
        if (state != TaskState.SUBMITTED && state != TaskState.READY) {
            return Optional.empty();
        }
        return Optional.of(new WaitingTask(
                job.id(), job.codelet().name(), job.context().name(), state, job.priority(), waitsFor(job, state)));
    }

    private List<String> waitsFor(Job job, TaskState state) {
        if (state != TaskState.SUBMITTED) {
            return List.of(waitsForWorker(job));
        }
        String turn = turns.get(job);
        if (turn != null) {
            return List.of("its turn on " + turn);
        }
        List<String> names = new ArrayList<>();
        for (Job predecessor : behindJoins(job)) {
            String worker = running.get(predecessor);
            String how = worker != null
                    ? "running on " + worker
                    : switch (predecessor.state()) {
                        case CREATED -> "not submitted";
                        case SUBMITTED -> "waiting";
                        case READY -> "ready";
                        default -> "about to end";
                    };
            names.add(predecessor + " (" + how + ")");
        }
        if (names.size() == MOST_NAMED) {
            names.add("perhaps more");
        }
        return names;
    }

    /** The tasks that a task waits for, and instead of joins the tasks that these wait for. */
    private List<Job> behindJoins(Job job) {
        return predecessors.getOrDefault(job, List.of()).stream()
                .flatMap(predecessor ->
                        DataOrder.isJoin(predecessor) ? behindJoins(predecessor).stream() : Stream.of(predecessor))
                .distinct()
                .limit(MOST_NAMED)
                .toList();
    }

    private static String waitsForWorker(Job job) {
        if (job.context().policy().isEmpty()) {
            return "a policy: context '" + job.context().name() + "' has none";
        }
        boolean runnable = job.context().workers().stream().anyMatch(worker -> worker.canExecute(job));
        return runnable
                ? "a free worker"
                : "a worker that can execute it: context '" + job.context().name() + "' has none";
    }
}
