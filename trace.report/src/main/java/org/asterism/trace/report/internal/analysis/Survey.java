package org.asterism.trace.report.internal.analysis;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.report.internal.replay.FirstStates;

/** The first reading of a recording: its extent, and what the second reading must know beforehand. */
final class Survey {
    final FirstStates first = new FirstStates();
    final WorkKinds kinds;
    private final CodeletNumbers codelets;
    private final LiveTasks tasks = new LiveTasks();
    private final long firstTime;
    private long from = Long.MAX_VALUE;
    private long to = Long.MIN_VALUE;
    private long executed;
    private long lost;

    /** The lost devices. */
    final List<TraceEvent.Lost> losses = new ArrayList<>();

    private Survey(Trace trace, CodeletNumbers codelets) {
        this.codelets = codelets;
        kinds = new WorkKinds(trace.workers());
        firstTime = trace.firstTime();
    }

    static Survey of(Trace trace, CodeletNumbers codelets) throws IOException {
        Survey survey = new Survey(trace, codelets);
        trace.forEach(survey::add);
        return survey;
    }

    private void add(TraceEvent event) {
        LiveTask task = tasks.of(event);
        first.add(event, task == null ? "" : task.codelet, task == null ? "" : task.context);
        switch (event) {
            case TraceEvent.Submitted it -> from = Math.min(from, it.time());
            case TraceEvent.Executed it -> {
                codelets.of(task.codelet);
                kinds.executed(task, it.worker(), it.end() - it.begin());
                executed++;
                to = Math.max(to, it.end());
                // The recording may have begun after the submission.
                from = Math.min(from, Math.max(firstTime, it.begin()));
            }
            case TraceEvent.TookPart it -> {
                executed++;
                to = Math.max(to, it.end());
            }
            case TraceEvent.Lost it -> losses.add(it);
            case TraceEvent.EventsLost it -> lost += it.count();
            default -> {
                // Says nothing about the extent.
            }
        }
        tasks.after(event);
    }

    /** Whether a kernel ran. */
    boolean hasKernels() {
        return to > from;
    }

    /** The time of the first submission, or of the first kernel that the recording knows. */
    long from() {
        return from;
    }

    /** The end of the last kernel. */
    long to() {
        return to;
    }

    /** The number of bars of the Gantt chart. */
    long executed() {
        return executed;
    }

    long lost() {
        return lost;
    }
}
