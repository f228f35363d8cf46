package org.asterism.run;

import org.asterism.api.TaskRuntime;

/** How the tasks of a run are called off. */
@FunctionalInterface
interface Cancellation {
    /**
     * Calls off the tasks that have not begun, and refuses those that the application submits from now on. Called again
     * and again until the run has ended.
     *
     * @param reason a sentence for the application
     */
    void cancel(String reason);

    /** That of a run with a runtime of its own. */
    static Cancellation of(TaskRuntime own) {
        return reason -> {
            own.requestTermination();
            own.contexts().forEach(context -> context.cancelTasks(reason));
        };
    }
}
