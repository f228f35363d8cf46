package org.asterism.trace.report;

import java.util.List;
import org.asterism.trace.Trace;
import org.asterism.trace.report.internal.analysis.Analysis;
import org.asterism.trace.report.internal.verdict.Words;

/** Sentences of the page about gaps in recordings. */
final class Notices {
    private Notices() {}

    static void add(String name, Trace trace, List<String> notices) {
        trace.cutOff()
                .ifPresent(cut -> notices.add(name + " breaks off: " + cut.reason() + ". The page shows the "
                        + Words.count(trace.records(), "record") + " before that."));
    }

    static void add(Analysis analysis, List<String> notices) {
        if (analysis.lost() > 0) {
            notices.add(analysis.name() + " has lost " + Words.count(analysis.lost(), "event")
                    + ", because the buffers of threads were full: figures may be too small. Record with larger"
                    + " buffers.");
        }
        if (analysis.unfinished() > 0) {
            notices.add(analysis.name() + " ends before all tasks do: " + Words.count(analysis.unfinished(), "task")
                    + " had not completed.");
        }
    }
}
