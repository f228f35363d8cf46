package org.asterism.core.internal.use;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Task;
import org.asterism.api.TaskState;
import org.asterism.core.internal.coherence.Recomputation;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.TaskHost;

/**
 * Runs producers of lost data again.
 *
 * <p>Each is a new task of the default context, without the callbacks of the former one. These tasks take no places in
 * the order of their data, because the tasks that have these places wait for them. If the last worker that can run one
 * of them leaves, it is called off, and so are those that need it.
 */
public final class Replays {
    private final TaskHost tasks;
    private final MembershipInspector members;
    private final Set<Job> submitted = ConcurrentHashMap.newKeySet();

    /** The tasks that were called off for lack of a worker. */
    private final Set<Job> withoutWorker = ConcurrentHashMap.newKeySet();

    /** @param tasks the default context of the runtime */
    Replays(TaskHost tasks, MembershipInspector members) {
        this.tasks = tasks;
        this.members = members;
    }

    /**
     * Begins to run the producers of a recomputation.
     *
     * @param ended called when all have ended
     */
    void run(Recomputation recomputation, Runnable ended) {
        AtomicInteger left = new AtomicInteger(recomputation.replays().size() + 1);
        Runnable oneEnds = () -> {
            if (left.decrementAndGet() == 0) {
                ended.run();
            }
        };
        List<Job> made;
        try {
            made = make(recomputation, oneEnds);
        } catch (RuntimeException | Error thrown) { // such as an error for lack of memory: none was submitted
            recomputation.replays().forEach(replay -> replay.fail(thrown));
            ended.run();
            return;
        }
        submitted.addAll(made);
        made.forEach(Job::submitWithoutOrder);
        workersMayBeMissing();
        oneEnds.run();
    }

    private List<Job> make(Recomputation recomputation, Runnable oneEnds) {
        TaskHost quiet = tasks.quiet();
        Map<Recomputation.Replay, Job> jobs = new HashMap<>();
        List<Job> made = new ArrayList<>();
        for (Recomputation.Replay replay : recomputation.replays()) {
            Job job = quiet.task(replay.codelet());
            job.assign(replay.handles(), replay.modes());
            job.argument(replay.argument());
            job.priority(replay.priority());
            job.leaveMarks();
            job.after(replay.predecessors().stream().map(jobs::get).toArray(Task[]::new));
            job.onCompletion(task -> ended(job, replay, oneEnds));
            recomputation.isRunBy(job, replay);
            jobs.put(replay, job);
            made.add(job);
        }
        return made;
    }

    private void ended(Job job, Recomputation.Replay replay, Runnable oneEnds) {
        submitted.remove(job);
        if (withoutWorker.remove(job)) {
            replay.fail(new IllegalStateException("no worker can run " + replay + " again"));
        } else if (job.state() != TaskState.DONE) {
            replay.fail(job.inheritance());
        }
        workersMayBeMissing(); // for those that are ready now
        oneEnds.run();
    }

    /**
     * Is told that workers may have left a context, or that a task waits there once more. Any thread, also under locks.
     */
    public void workersMayBeMissing() {
        if (submitted.stream().anyMatch(job -> job.state() == TaskState.READY)) {
            members.ask(() -> {
                List<Job> without =
                        submitted.stream().filter(Replays::lacksWorker).toList();
                return () -> without.forEach(this::callOff);
            });
        }
    }

    /** Only asked for while no worker moves between contexts. */
    private static boolean lacksWorker(Job job) {
        return job.state() == TaskState.READY && !job.host().hasWorkerFor(job);
    }

    private void callOff(Job job) {
        withoutWorker.add(job);
        if (!job.cancel()) {
            withoutWorker.remove(job);
        }
    }
}
