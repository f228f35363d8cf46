package org.asterism.debug;

import java.util.OptionalInt;
import org.asterism.api.TaskRuntime;

/**
 * A task that is stopped.
 *
 * @param number by which it is continued; from 1, not used again
 * @param runtimeName the name of the task's runtime
 * @param runtime the task's runtime
 * @param occasion the task, and where it is stopped
 * @param breakpoint the number of the breakpoint; empty if a step led here
 * @param wholeRuntime whether no worker of the runtime takes a task until this one continues
 * @param thread the thread that is stopped
 */
public record Stop(
        int number,
        String runtimeName,
        TaskRuntime runtime,
        Occasion occasion,
        OptionalInt breakpoint,
        boolean wholeRuntime,
        Thread thread) {
    /**
     * The breakpoint or step that led here, and the point.
     *
     * @return such as {@code "breakpoint 1 (pop)"}
     */
    public String place() {
        return (breakpoint.isPresent() ? "breakpoint " + breakpoint.getAsInt() : "a step") + " ("
                + occasion.point().word() + ")";
    }

    /**
     * The command that lets the task go on.
     *
     * @return such as {@code "asterism:continue 3"}
     */
    public String remedy() {
        return "asterism:continue " + number;
    }

    /**
     * Where the task is, and why.
     *
     * @return one line, without a full stop
     */
    @Override
    public String toString() {
        String worker = occasion.worker().map(each -> " on " + each.name()).orElse("");
        String decision =
                occasion.decision().map(made -> ", decided for " + made).orElse("");
        return "stop " + number + ": " + runtimeName + "/" + occasion.task() + " at "
                + occasion.point().word() + worker + decision
                + (breakpoint.isPresent() ? ", breakpoint " + breakpoint.getAsInt() : ", after a step")
                + (wholeRuntime ? "; its runtime is paused" : "");
    }
}
