package org.asterism.core.internal.task;

import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Work outside the runtime, as an obstacle of a task. Either the end of that work or the runtime removes it, exactly
 * once.
 */
public final class Outside implements Prerequisite {
    private final Job job;
    private final CompletionStage<?> stage;
    private final AtomicBoolean removed = new AtomicBoolean();

    private Outside(Job job, CompletionStage<?> stage) {
        this.job = job;
        this.stage = stage;
    }

    /** Makes a task that is not submitted wait for a stage. */
    static void add(Job job, CompletionStage<?> stage) {
        Outside obstacle = new Outside(job, stage);
        job.addObstacle();
        Prerequisites.add(job, obstacle);
        try {
            stage.whenComplete((ignored, thrown) -> obstacle.remove(thrown));
        } catch (RuntimeException | Error refused) {
            obstacle.remove(null);
            throw refused;
        }
    }

    @Override
    public void waiterSubmitted() {
        if (!isRemoved()) {
            job.host().waitsOutside(this);
        }
    }

    /** Whether the task does not wait for it any more. */
    public boolean isRemoved() {
        return removed.get();
    }

    /**
     * Whether it may end although nothing moves in the runtime: it does not wait for one of the runtime's own tasks.
     */
    public boolean endsByItself() {
        return !(stage instanceof TaskStage<?> known && known.awaitsTaskOf(job.host()));
    }

    /** The task that waits. */
    public Job job() {
        return job;
    }

    private void remove(Throwable thrown) {
        if (!removed.compareAndSet(false, true)) {
            return;
        }
        if (thrown != null) {
            boolean wrapped = thrown instanceof CompletionException && thrown.getCause() != null;
            job.poison(wrapped ? thrown.getCause() : thrown);
        }
        try {
            job.removeObstacle(); // on whatever thread completes the stage; before the submission it is never the last
        } finally {
            job.host().waitsOutsideNoMore(this); // last: until then nobody takes the task for a stuck one
        }
    }

    /** Calls the task off that waits, since nobody will run it any more; for the end of the runtime. */
    public void callOff(CalledOff why) {
        remove(why);
    }
}
