package org.asterism.trace.export.internal.paje;

import org.asterism.trace.TraceEvent;
import org.asterism.trace.export.internal.tasks.TaskRecord;
import org.asterism.trace.export.internal.timeline.Timeline;

/** Writes the speeds of workers and their sum, for tasks whose program has set the number of operations. */
final class PajeSpeeds {
    private final PajeWriter writer;
    private final Timeline timeline;
    private int running;
    private double total;

    PajeSpeeds(PajeWriter writer, Timeline timeline) {
        this.writer = writer;
        this.timeline = timeline;
    }

    void add(TraceEvent event, TaskRecord task) {
        if (event instanceof TraceEvent.Executed it
                && task.submitted() != null
                && task.submitted().flops() > 0
                && it.end() > it.begin()) {
            // Operations per nanosecond are those per second, in thousand millions.
            double speed = task.submitted().flops() / (it.end() - it.begin());
            String worker = PajeMachine.worker(it.worker());
            timeline.at(it.begin(), time -> show(time, worker, speed, 1));
            timeline.at(it.end(), time -> show(time, worker, -speed, -1));
        }
    }

    private void show(long time, String worker, double change, int count) {
        running += count;
        // Sums of rounded numbers do not come back to 0 by themselves.
        total = running == 0 ? 0 : total + change;
        writer.at(time, PajeEvent.SET_VARIABLE, Math.max(0, change), PajeType.WORKER_SPEED, worker);
        writer.at(time, PajeEvent.SET_VARIABLE, total, PajeType.TOTAL_SPEED, PajeMachine.SCHEDULER);
    }
}
