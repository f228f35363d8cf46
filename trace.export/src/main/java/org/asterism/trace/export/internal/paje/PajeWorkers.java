package org.asterism.trace.export.internal.paje;

import static org.asterism.trace.export.internal.paje.PajeWriter.quoted;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceWorker;
import org.asterism.trace.export.internal.tasks.CodeletPaints;
import org.asterism.trace.export.internal.tasks.TaskRecord;
import org.asterism.trace.export.internal.timeline.WorkerState;
import org.asterism.trace.export.internal.timeline.WorkerStates;

/** Writes the states of workers. Each codelet is a state of its own. */
final class PajeWorkers implements WorkerStates.Listener {
    private static final double FLOPS_PER_GFLOP = 1e9;
    private static final String NONE = quoted("");
    private static final String ZERO = "0";
    private static final String NO_ITERATION = "-1";

    private final PajeWriter writer;
    private final PajeMachine machine;
    private final CodeletPaints paints;
    private final Map<String, String> codelets = new HashMap<>();

    PajeWorkers(PajeWriter writer, PajeMachine machine, CodeletPaints paints) {
        this.paints = paints;
        this.writer = writer;
        this.machine = machine;
    }

    @Override
    public void changed(TraceWorker worker, long time, WorkerState state, TaskRecord task) {
        String container = PajeMachine.worker(worker);
        if (task == null) {
            writer.at(
                    time,
                    PajeEvent.SET_STATE,
                    PajeType.WORKER_STATE,
                    container,
                    PajeState.of(state).alias());
        } else {
            execute(container, time, task);
        }
    }

    private void execute(String container, long time, TaskRecord task) {
        TraceEvent.Submitted submitted = task.submitted();
        writer.at(
                time,
                PajeEvent.SET_TASK,
                PajeType.WORKER_STATE,
                container,
                codelet(task.codelet()),
                submitted == null ? ZERO : Long.toString(submitted.bytes()),
                submitted == null ? NONE : quoted(parameters(submitted)),
                submitted == null ? ZERO : Integer.toHexString(submitted.footprint()),
                ZERO,
                Long.toString(task.id()),
                Integer.toString(task.submitOrder()),
                submitted == null ? ZERO : Integer.toString(submitted.priority()),
                submitted == null ? ZERO : Double.toString(submitted.flops() / FLOPS_PER_GFLOP),
                ZERO,
                ZERO,
                iteration(task, 0),
                iteration(task, 1),
                NONE);
    }

    private static String iteration(TaskRecord task, int level) {
        return level < task.iterations().size() ? task.iterations().get(level).toString() : NO_ITERATION;
    }

    private static String parameters(TraceEvent.Submitted submitted) {
        return submitted.accesses().stream()
                .map(access -> access.handle().name())
                .collect(Collectors.joining(" "));
    }

    private String codelet(String name) {
        String known = codelets.get(name);
        if (known != null) {
            return known;
        }
        String alias = "c" + codelets.size();
        machine.value(alias, PajeType.WORKER_STATE, name, paints.of(name));
        codelets.put(name, alias);
        return alias;
    }
}
