package org.asterism.core.internal.task;

import java.util.Objects;
import java.util.function.Function;
import org.asterism.api.Task;
import org.asterism.api.TaskState;

/** The end of a task as a stage. */
final class EndStage<T> extends RuntimeStage<T> {
    private final Function<Job, T> value;

    private EndStage(Job ending, Function<Job, T> value) {
        super(runtime -> !Progress.isSettled(ending) && ending.host().isSameRuntime(runtime));
        this.value = value;
    }

    /** A stage that completes with the task. */
    static EndStage<Task> ofTask(Job job) {
        return watch(job, "completion()", new EndStage<>(job, ended -> ended));
    }

    /** A stage that completes with the result of the task's kernel. */
    static <T> EndStage<T> ofResult(Job job, Class<T> type) {
        Objects.requireNonNull(type, "type");
        return watch(
                job, "result(" + type.getSimpleName() + ".class)", new EndStage<>(job, ended -> result(ended, type)));
    }

    private static <T> T result(Job job, Class<T> type) {
        Particulars said = job.particulars();
        Object given = said == null ? null : said.result();
        if (given != null && !type.isInstance(given)) {
            throw new ClassCastException(
                    job + "'s kernel gave a " + given.getClass().getName() + ", which is no " + type.getName()
                            + ": ask with result(" + given.getClass().getSimpleName() + ".class)");
        }
        return type.cast(given);
    }

    /** Adds a stage to a task, or completes it if the task has settled. */
    private static <T> EndStage<T> watch(Job job, String asked, EndStage<T> stage) {
        Particulars said = job.particulars();
        if (said != null && said.detached) {
            throw new IllegalStateException(
                    job + " is detached, so nobody may ask for its " + asked + ": leave out detached()");
        }
        if (!Progress.isSettled(job)) {
            job.particular().addStage(stage);
            if ((Progress.mark(job, Progress.WATCHED) & Progress.SETTLED) == 0) {
                return stage;
            }
        }
        stage.completeWith(job);
        return stage;
    }

    /** Completes the stage with a task that has ended, and with it what the program hung on it. */
    void completeWith(Job job) {
        if (job.state() != TaskState.DONE) {
            fail(job.namedFailure());
            return;
        }
        T found;
        try {
            found = value.apply(job);
        } catch (ClassCastException otherType) {
            fail(otherType);
            return;
        }
        succeed(found);
    }
}
