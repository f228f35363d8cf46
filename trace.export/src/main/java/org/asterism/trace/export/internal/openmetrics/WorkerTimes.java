package org.asterism.trace.export.internal.openmetrics;

import java.util.LinkedHashMap;
import java.util.Map;
import org.asterism.trace.TraceWorker;
import org.asterism.trace.export.internal.tasks.TaskRecord;
import org.asterism.trace.export.internal.timeline.WorkerState;
import org.asterism.trace.export.internal.timeline.WorkerStates;

/** Adds up how long each worker was in each state. */
final class WorkerTimes implements WorkerStates.Listener {
    private final Counter seconds;
    private final Map<TraceWorker, Since> present = new LinkedHashMap<>();

    private record Since(WorkerState state, long time) {}

    WorkerTimes(Counter seconds) {
        this.seconds = seconds;
    }

    @Override
    public void changed(TraceWorker worker, long time, WorkerState state, TaskRecord task) {
        add(worker, present.put(worker, new Since(state, time)), time);
    }

    private void add(TraceWorker worker, Since since, long time) {
        if (since != null) {
            long nanos = Math.max(0, time - since.time());
            seconds.add(
                    nanos, worker.name(), worker.architecture(), since.state().text());
        }
    }

    void finish(long time) {
        present.forEach((worker, since) -> add(worker, since, time));
    }
}
