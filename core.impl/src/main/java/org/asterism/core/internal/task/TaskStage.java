package org.asterism.core.internal.task;

import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** A stage that completes with tasks or after them: a program attached it to the stage of their end. */
class TaskStage<T> extends CompletableFuture<T> {
    private final Predicate<TaskHost> waitsForTask;

    /**
     * Makes a stage that is not complete.
     *
     * @param waitsForTask whether it cannot complete before a task of a runtime, given by one of its hosts, has ended
     */
    TaskStage(Predicate<TaskHost> waitsForTask) {
        this.waitsForTask = waitsForTask;
    }

    /** Whether it cannot complete before a task of a runtime has ended, unless the program completes it by hand. */
    boolean awaitsTaskOf(TaskHost runtime) {
        return waitsForTask.test(runtime);
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new TaskStage<>(waitsForTask);
    }
}
