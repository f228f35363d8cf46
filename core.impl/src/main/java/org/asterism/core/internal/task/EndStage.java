package org.asterism.core.internal.task;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.asterism.api.TaskState;

/** The end of a task as a stage, which only the runtime completes. */
final class EndStage<T> extends TaskStage<T> {
    private final Function<Job, T> value;

    EndStage(Job ending, Function<Job, T> value) {
        super(ending);
        this.value = value;
    }

    /** Completes the stage with a task that has ended, and with it what the program hung on it. */
    void completeWith(Job job) {
        if (job.state() != TaskState.DONE) {
            super.completeExceptionally(job.namedFailure());
            return;
        }
        T found;
        try {
            found = value.apply(job);
        } catch (ClassCastException otherType) {
            super.completeExceptionally(otherType);
            return;
        }
        super.complete(found);
    }

    @Override
    public CompletableFuture<T> toCompletableFuture() {
        CompletableFuture<T> copy = newIncompleteFuture();
        whenComplete((found, thrown) -> {
            if (thrown == null) {
                copy.complete(found);
            } else {
                copy.completeExceptionally(thrown);
            }
        });
        return copy;
    }

    private static UnsupportedOperationException refusal() {
        return new UnsupportedOperationException(
                "only the end of the task completes its stage: take toCompletableFuture() for one to complete by hand");
    }

    @Override
    public boolean complete(T given) {
        throw refusal();
    }

    @Override
    public boolean completeExceptionally(Throwable given) {
        throw refusal();
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
        throw refusal();
    }

    @Override
    public void obtrudeValue(T given) {
        throw refusal();
    }

    @Override
    public void obtrudeException(Throwable given) {
        throw refusal();
    }

    @Override
    public CompletableFuture<T> completeAsync(Supplier<? extends T> supplier, Executor executor) {
        throw refusal();
    }

    @Override
    public CompletableFuture<T> completeAsync(Supplier<? extends T> supplier) {
        throw refusal();
    }

    @Override
    public CompletableFuture<T> orTimeout(long timeout, TimeUnit unit) {
        throw refusal();
    }

    @Override
    public CompletableFuture<T> completeOnTimeout(T given, long timeout, TimeUnit unit) {
        throw refusal();
    }
}
