package org.asterism.trace.report.internal.analysis;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.asterism.profile.Profile;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceWorker;
import org.asterism.trace.report.internal.replay.TraceReplay;

/**
 * Analyses recordings. It reads each one twice, as a stream: what it keeps depends on the machine and on the number of
 * unfinished tasks, not on the length of the recording.
 */
public final class Analyst {
    private static final int CURVE_COLUMNS = 1024;

    private final Trace trace;
    private final CodeletNumbers codelets;
    private final Survey survey;
    private final LiveTasks tasks = new LiveTasks();
    private final TraceReplay replay;
    private final CriticalChain chain;
    private final Gantt gantt;
    private final TaskCurves curves;
    private final DataUse data;
    private final FailedCopies failed;
    private final Iterations iterations = new Iterations();
    private final Trees trees = new Trees();
    private final Longest longest = new Longest();
    private final Predictions predictions = new Predictions();
    private final Map<TraceWorker, double[]> paces = new LinkedHashMap<>();
    private long finished;
    private boolean hasBegun;
    private Profile profile;

    private Analyst(Trace trace, CodeletNumbers codelets, Survey survey) {
        this.trace = trace;
        this.codelets = codelets;
        this.survey = survey;
        Columns columns = new Columns(survey.from(), survey.to(), CURVE_COLUMNS);
        replay = new TraceReplay(trace, survey.first);
        chain = new CriticalChain(tasks, survey.kinds);
        gantt = new Gantt(columns, trace.workers(), CodeletNumbers.MOST, survey.executed());
        curves = new TaskCurves(columns);
        data = new DataUse(columns);
        failed = new FailedCopies(survey.losses);
    }

    /**
     * Analyses a recording.
     *
     * @param name how to call it
     * @param trace the recording
     * @param codelets gives codelets their numbers
     * @return the figures; empty if the recording has no kernel
     * @throws IOException if the recording cannot be read
     */
    public static Optional<Analysis> analyse(String name, Trace trace, CodeletNumbers codelets) throws IOException {
        Survey survey = Survey.of(trace, codelets);
        if (!survey.hasKernels()) {
            return Optional.empty();
        }
        Analyst analyst = new Analyst(trace, codelets, survey);
        trace.forEach(analyst::add);
        return Optional.of(analyst.result(name));
    }

    private void add(TraceEvent event) {
        LiveTask task = tasks.of(event);
        profile(event, task);
        curves.add(event, task);
        data.add(event);
        failed.add(event);
        iterations.add(event, task);
        trees.add(event);
        switch (event) {
            case TraceEvent.Decided it -> task.decided = it;
            case TraceEvent.Executed it -> executed(it, task);
            case TraceEvent.TookPart it -> {
                String codelet = task == null ? LiveTask.UNKNOWN : task.codelet;
                gantt.add(it.worker(), codelets.of(codelet), it.task(), it.begin(), it.end());
            }
            case TraceEvent.Completed _ -> finished++;
            case TraceEvent.Dependency it -> chain.released(task, it.successor());
            default -> {
                // The others are for the profile and the curves.
            }
        }
        tasks.after(event);
    }

    private void executed(TraceEvent.Executed it, LiveTask task) {
        long nanos = it.end() - it.begin();
        gantt.add(it.worker(), codelets.of(task.codelet), it.task(), it.begin(), it.end());
        chain.executed(task, it);
        predictions.executed(task, it);
        double[] pace = paces.computeIfAbsent(it.worker(), _ -> new double[2]);
        pace[0] += nanos;
        pace[1] += survey.kinds.mean(task, it.worker(), nanos);
        longest.add(new Execution(
                it.task(), task.codelet, it.worker().name(), it.worker().architecture(), it.begin(), nanos));
    }

    /** Figures begin with the first submission and end with the last kernel, though events go on. */
    private void profile(TraceEvent event, LiveTask task) {
        if (profile != null) {
            return;
        }
        if (event.time() > survey.to()) {
            profile = replay.profile(survey.to());
            return;
        }
        if (!hasBegun && event.time() >= survey.from()) {
            hasBegun = true;
            replay.reset(survey.from());
        }
        replay.add(event, task == null ? LiveTask.UNKNOWN : task.codelet, task == null ? "" : task.context);
    }

    private Analysis result(String name) {
        Profile last = profile == null ? replay.profile(survey.to()) : profile;
        long makespan = survey.to() - survey.from();
        return new Analysis(
                name,
                trace,
                survey.from(),
                survey.to(),
                survey.lost(),
                finished,
                tasks.size(),
                last,
                Math.min(survey.kinds.area(), makespan),
                Math.min(chain.least(), makespan),
                Optional.ofNullable(chain.longest()),
                gantt,
                curves.tasks(),
                curves.busyWorkers(),
                data.links(),
                data.memoryCurves(),
                data.nodes(),
                failed.all(),
                iterations.all(),
                iterations.count(),
                trees.all(),
                longest.outliers(last.codelets()),
                predictions.all(),
                paces.entrySet().stream()
                        .map(each -> new Pace(
                                each.getKey().name(),
                                each.getKey().architecture(),
                                each.getValue()[0],
                                each.getValue()[1]))
                        .toList());
    }
}
