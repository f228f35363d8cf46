package org.asterism.trace.report.internal.replay;

import java.util.List;
import org.asterism.api.Codelet;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskState;
import org.asterism.trace.TraceAccess;

/** Task of a recording. */
final class ReplayedTask extends StandIn {
    final Task task = as(Task.class);
    private final long id;
    private final Codelet codelet;
    private final SchedulingContext context;
    private final Handles handles;
    private final long architectures;
    private List<TraceAccess> accesses = List.of();
    private int priority;
    private double flops;
    private TaskState state = TaskState.SUBMITTED;

    ReplayedTask(long id, Codelet codelet, SchedulingContext context, Handles handles, long architectures) {
        this.id = id;
        this.codelet = codelet;
        this.context = context;
        this.handles = handles;
        this.architectures = architectures;
    }

    void submitted(List<TraceAccess> data, int urgency, double operations) {
        accesses = data;
        priority = urgency;
        flops = operations;
    }

    void ended(TaskState last) {
        state = last;
    }

    @Override
    Object answer(String question, Object[] arguments) {
        return switch (question) {
            case "id" -> id;
            case "codelet" -> codelet;
            case "context" -> context;
            case "priority" -> priority;
            case "flops" -> flops;
            case "state" -> state;
            case "dataCount" -> accesses.size();
            case "handle" -> handles.of(accesses.get((int) arguments[0]).handle());
            case "accessMode" -> accesses.get((int) arguments[0]).mode();
            case "architectureSet" -> architectures;
            case "isRestricted" -> false;
            case "toString" -> codelet.name() + "#" + id;
            default -> throw unknown(question);
        };
    }
}
