package org.asterism.trace.report.internal.page;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.asterism.trace.report.internal.analysis.IterationCourse;
import org.asterism.trace.report.internal.page.Picture.Run;
import org.asterism.trace.report.internal.verdict.Words;

/** The iterations of a program: their marks on the Gantt chart, and their table. */
final class IterationTable {
    private static final int MOST_ROWS = 1000;

    private IterationTable() {}

    /** Where the Gantt chart marks outermost iterations, in nanoseconds from its begin. */
    static List<Map<String, Object>> marks(Run run) {
        return run.analysis().iterations().stream()
                .filter(IterationCourse::isOutermost)
                .filter(iteration -> iteration.firstBegin().isPresent())
                .map(iteration -> Map.<String, Object>of(
                        "at",
                        Math.max(
                                0,
                                iteration.firstBegin().getAsLong()
                                        - run.analysis().from()),
                        "text",
                        iteration.name()))
                .toList();
    }

    static void write(Html html, Run run) {
        List<IterationCourse> iterations = run.analysis().iterations();
        if (iterations.isEmpty()) {
            return;
        }
        int shown = Math.min(MOST_ROWS, iterations.size());
        long count = run.analysis().iterationCount();
        Table table = new Table(
                shown < count
                        ? "the first " + Words.count(shown) + " of " + Words.count(count, "iteration")
                        : "iterations",
                "iteration",
                "thread",
                "submitted from",
                "until",
                "kernels from",
                "until ",
                "tasks",
                "time of kernels");
        for (IterationCourse iteration : iterations.subList(0, shown)) {
            table.row(
                    iteration.name(),
                    iteration.thread(),
                    at(run, iteration.began()),
                    at(run, iteration.ended()),
                    at(run, iteration.firstBegin()),
                    at(run, iteration.lastEnd()),
                    Amount.count(iteration.tasks()),
                    Amount.time(iteration.kernels()));
        }
        table.writeFolded(html);
    }

    private static Amount at(Run run, OptionalLong time) {
        return time.isPresent()
                ? Amount.time(time.getAsLong() - run.analysis().from())
                : new Amount("\u2013", Double.NaN);
    }
}
