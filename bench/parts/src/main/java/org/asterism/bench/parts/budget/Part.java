package org.asterism.bench.parts.budget;

import java.util.List;
import java.util.Locale;

/**
 * A part of a task's path. A part begins when one of its methods is called. It includes all methods that this method
 * calls, unless another part begins there. Outside all parts, a program that submits is in {@link #SUBMIT}, and a
 * worker in {@link #POP}.
 */
public enum Part {
    /** The task is made and described, checked and counted. */
    SUBMIT("bench.parts.budget.HotPath.spawn"),
    /** It takes its place in the order of its data, and behind its predecessors. */
    ORDER(
            "core.internal.task.DataOrder.declare",
            "core.internal.use.CutOrder.declare",
            "core.internal.task.Successors.addPredecessor",
            "core.internal.task.TagBoard.addWaiting",
            "core.internal.task.TagBoard.addCarrier",
            "core.internal.task.TagBoard.submitted"),
    /** Nothing stands in its way any more: it passes the gate, and the policy gets it. */
    PUSH("core.internal.context.TaskDispatch.ready", "core.internal.context.TaskDispatch.schedule"),
    /** A worker goes through its cycle, passes the gate and gets the task from the policy. */
    POP,
    /** Its data are claimed, its kernel is launched and returns, the data are let go of. */
    RUN("core.internal.worker.Taking.begin"),
    /** It ends, those that wait for it are released, and it is counted. */
    RELEASE("core.internal.worker.Pipeline.finish");

    static final String PACKAGES = "org.asterism.";

    private final List<String> beginnings;

    Part(String... beginnings) {
        this.beginnings = List.of(beginnings);
    }

    /** The methods that it begins with, as class and method, below {@link #PACKAGES}. */
    List<String> beginnings() {
        return beginnings;
    }

    /** The part that begins with a method, or null. */
    static Part beginningWith(String className, String method) {
        for (Part part : values()) {
            for (String beginning : part.beginnings) {
                if ((PACKAGES + beginning).equals(className + "." + method)) {
                    return part;
                }
            }
        }
        return null;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
