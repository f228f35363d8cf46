package org.asterism.trace.export.internal.activity;

import java.util.LinkedHashMap;
import java.util.Map;
import org.asterism.trace.TraceWorker;
import org.asterism.trace.export.internal.output.TextOutput;
import org.asterism.trace.export.internal.tasks.TaskRecord;
import org.asterism.trace.export.internal.timeline.WorkerState;
import org.asterism.trace.export.internal.timeline.WorkerStates;

/** Adds up the states of workers over periods. A period of a worker ends with the first change after its length. */
final class WorkerPeriods implements WorkerStates.Listener {
    private final TextOutput out;
    private final long length;
    private final Map<TraceWorker, Period> periods = new LinkedHashMap<>();

    private static final class Period {
        private long begin;
        private long since;
        private WorkerState state;
        private long executing;
        private long sleeping;

        Period(long begin, WorkerState state) {
            this.begin = begin;
            since = begin;
            this.state = state;
        }

        void change(long time, WorkerState next) {
            if (state == WorkerState.EXECUTING) {
                executing += time - since;
            } else if (state == WorkerState.SLEEPING) {
                sleeping += time - since;
            }
            since = time;
            state = next;
        }
    }

    WorkerPeriods(TextOutput out, long length) {
        this.out = out;
        this.length = length;
    }

    @Override
    public void changed(TraceWorker worker, long time, WorkerState state, TaskRecord task) {
        Period period = periods.computeIfAbsent(worker, _ -> new Period(time, state));
        period.change(time, state);
        if (time - period.begin >= length) {
            end(worker, period, time);
        }
    }

    private void end(TraceWorker worker, Period period, long time) {
        out.number(worker.id()).text("\t").time(time).text("\t").duration(time - period.begin);
        out.text("\t")
                .duration(period.executing)
                .text("\t")
                .duration(period.sleeping)
                .line();
        period.begin = time;
        period.executing = 0;
        period.sleeping = 0;
    }

    void finish(long time) {
        periods.forEach((worker, period) -> {
            period.change(Math.max(time, period.since), period.state);
            end(worker, period, Math.max(time, period.since));
        });
    }
}
