package org.asterism.trace.report.internal.analysis;

import java.util.List;
import org.asterism.trace.TraceEvent;

/** Courses of the numbers of unfinished tasks, of ready tasks that no worker has, and of busy workers. */
final class TaskCurves {
    private final LevelCurve unfinished;
    private final LevelCurve ready;
    private final FlowCurve busy;

    TaskCurves(Columns columns) {
        unfinished = new LevelCurve(columns);
        ready = new LevelCurve(columns);
        busy = new FlowCurve(columns);
    }

    void add(TraceEvent event, LiveTask task) {
        switch (event) {
            case TraceEvent.Submitted it -> unfinished.change(it.time(), 1);
            case TraceEvent.Completed it -> {
                unfinished.change(it.time(), -1);
                taken(it.time(), task);
            }
            case TraceEvent.Ready it -> {
                if (!task.isReady) {
                    task.isReady = true;
                    ready.change(it.time(), 1);
                }
            }
            case TraceEvent.Popped it -> taken(it.time(), task);
            case TraceEvent.Executed it -> busy.add(it.begin(), it.end(), it.end() - it.begin());
            case TraceEvent.TookPart it -> busy.add(it.begin(), it.end(), it.end() - it.begin());
            default -> {
                // Changes none of the numbers.
            }
        }
    }

    private void taken(long time, LiveTask task) {
        if (task.isReady) {
            task.isReady = false;
            ready.change(time, -1);
        }
    }

    List<Curve> tasks() {
        return List.of(new Curve("submitted, not completed", unfinished.values()), new Curve("ready", ready.values()));
    }

    Curve busyWorkers() {
        return new Curve("workers in kernels", busy.rates(1));
    }
}
