package org.asterism.core.internal.task;

import java.util.concurrent.CompletableFuture;

/** A stage that completes with a task or after it: a program attached it to the stage of the task's end. */
class TaskStage<T> extends CompletableFuture<T> {
    private final Job awaited;

    TaskStage(Job awaited) {
        this.awaited = awaited;
    }

    /** Whether it cannot complete before a task of a runtime has ended, unless the program completes it by hand. */
    boolean awaitsTaskOf(TaskHost runtime) {
        return !Progress.isSettled(awaited) && awaited.host().isSameRuntime(runtime);
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new TaskStage<>(awaited);
    }
}
