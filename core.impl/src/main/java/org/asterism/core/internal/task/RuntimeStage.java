package org.asterism.core.internal.task;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** A stage that only the runtime completes: the end of one task or of several. */
public class RuntimeStage<T> extends TaskStage<T> {
    /** Makes a stage that is not complete; see {@link TaskStage#TaskStage}. */
    public RuntimeStage(Predicate<TaskHost> waitsForTask) {
        super(waitsForTask);
    }

    /** Completes the stage, and with it what the program hung on it. Not to be called with a lock. */
    public final void succeed(T value) {
        super.complete(value);
    }

    /** Completes the stage with an exception, and with it what the program hung on it. Not to be called with a lock. */
    public final void fail(Throwable failure) {
        super.completeExceptionally(failure);
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
                "only the runtime completes this stage: take toCompletableFuture() for one to complete by hand");
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
