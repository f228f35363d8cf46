package org.asterism.trace.report.internal.verdict;

import java.util.List;
import java.util.Optional;
import org.asterism.trace.report.internal.analysis.Analysis;
import org.asterism.trace.report.internal.analysis.ChainLink;

/** Why a run took so long: three sentences, each computed from the recording. */
public final class Verdict {
    /** A bound that is at least so near to the makespan explains it. */
    private static final double MOSTLY = 0.8;

    private final Analysis run;

    /**
     * Explains a run.
     *
     * @param run its analysis
     */
    public Verdict(Analysis run) {
        this.run = run;
    }

    /**
     * Returns the three sentences: where the time went, what limits the makespan, and the worst part.
     *
     * @return in this order
     */
    public List<String> sentences() {
        return List.of(utilisation(), limit(), new Culprit(run).sentence());
    }

    /**
     * Returns what to try.
     *
     * @return an imperative without a full stop; empty if there was no idle time
     */
    public Optional<String> remedy() {
        return IdleSum.of(run.profile()).stream().findFirst().map(Remedy::of);
    }

    private String utilisation() {
        int workers = run.profile().workers().size();
        String start = (workers == 1 ? "The only worker" : "The " + workers + " workers") + " spent "
                + Words.percent(run.utilisation()) + " of the " + Words.time(run.makespan()) + " in kernels";
        return IdleSum.of(run.profile()).stream()
                .findFirst()
                .map(idle -> start + "; the largest loss, " + Words.percent(idle.nanos() / run.workerTime())
                        + " of the workers' time, is that " + idle.words() + ".")
                .orElse(start + ", and were never idle.");
    }

    private String limit() {
        long makespan = run.makespan();
        ChainLink last = run.chain().orElseThrow();
        double path = last.length();
        String tasks = Words.count(last.depth(), "dependent task") + ", mostly "
                + last.codelets().keySet().iterator().next();
        String length = Words.time(path) + ", " + Words.percent(path / makespan) + " of the makespan";
        String area = Words.time(run.area()) + " (area bound, " + Words.percent(run.area() / makespan) + ")";
        if (path >= MOSTLY * makespan && path >= run.area()) {
            return "The critical path limits the run: " + tasks + ", take " + length
                    + "; without dependencies, the machine could run all kernels in " + area + ".";
        }
        if (run.bound() >= MOSTLY * makespan) {
            return "The kernels limit the run: even without dependencies, the machine needs " + area
                    + "; the critical path of " + tasks + ", takes " + length + ".";
        }
        return "A better schedule could be up to " + Words.times(makespan / Math.max(1, run.bound()))
                + " times as fast: the critical path of " + tasks + ", takes " + length
                + ", and without dependencies the machine could run all kernels in " + area + ".";
    }
}
