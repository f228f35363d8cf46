package org.asterism.trace.report.internal.replay;

import java.util.Map;
import org.asterism.api.Architecture;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.WorkerState;
import org.asterism.trace.TraceWorker;

/** Worker of a recording. */
final class ReplayedWorker extends StandIn {
    final Worker worker = as(Worker.class);
    private final TraceWorker recorded;
    private final Architecture architecture;
    private WorkerState state;

    ReplayedWorker(TraceWorker recorded, WorkerState first) {
        this.recorded = recorded;
        architecture = Architecture.of(recorded.architecture());
        state = first;
    }

    void stopped() {
        state = WorkerState.STOPPED;
    }

    @Override
    Object answer(String question, Object[] arguments) {
        return switch (question) {
            case "id" -> recorded.id();
            case "name", "toString" -> recorded.name();
            case "architecture" -> architecture;
            case "memoryNode" -> recorded.node();
            case "state" -> state;
            case "properties" -> Map.of();
            case "canExecute" -> (((Task) arguments[0]).architectureSet() & 1L << architecture.index()) != 0;
            default -> throw unknown(question);
        };
    }
}
