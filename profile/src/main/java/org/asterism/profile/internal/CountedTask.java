package org.asterism.profile.internal;

/** Where a task is on its way, for the numbers of tasks that wait or are ready. Any thread. */
final class CountedTask {
    enum Stage {
        /** It waits for others. */
        WAITING,
        /** It is ready, and its kernel is not launched. */
        READY,
        /** Its kernel is launched, or it needs none. */
        LAUNCHED
    }

    private final TaskCounts codelet;
    private final TaskCounts runtime;
    private Stage stage;

    /** Begins to count the task at a stage. */
    CountedTask(TaskCounts runtime, TaskCounts codelet, Stage stage) {
        this.runtime = runtime;
        this.codelet = codelet;
        this.stage = stage;
        runtime.entered(stage);
        codelet.entered(stage);
    }

    void submitted() {
        runtime.submitted();
        codelet.submitted();
    }

    synchronized void moveTo(Stage next) {
        if (next != stage) {
            runtime.left(stage);
            codelet.left(stage);
            stage = next;
            runtime.entered(stage);
            codelet.entered(stage);
        }
    }

    void executed(long nanos) {
        runtime.executed(nanos);
        codelet.executed(nanos);
    }

    /** The task counts nowhere any more. */
    void end() {
        moveTo(Stage.LAUNCHED);
    }
}
