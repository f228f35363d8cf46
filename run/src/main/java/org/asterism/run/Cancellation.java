package org.asterism.run;

import org.asterism.api.TaskRuntime;

/** Operation that cancels the tasks of a run. */
@FunctionalInterface
interface Cancellation {
    /**
     * Cancels the tasks that have not begun, and refuses those that the application submits from now on. It is called
     * repeatedly until the run has ended.
     *
     * @param reason reason for the application, in one sentence
     */
    void cancel(String reason);

    /** Returns the cancellation of a run with its own runtime. */
    static Cancellation of(TaskRuntime own) {
        return reason -> {
            own.requestTermination();
            own.contexts().forEach(context -> context.cancelTasks(reason));
        };
    }
}
