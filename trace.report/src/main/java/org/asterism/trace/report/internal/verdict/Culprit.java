package org.asterism.trace.report.internal.verdict;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.asterism.profile.CodeletProfile;
import org.asterism.profile.IdleReason;
import org.asterism.profile.LinkProfile;
import org.asterism.profile.WorkerProfile;
import org.asterism.trace.report.internal.analysis.Analysis;
import org.asterism.trace.report.internal.analysis.Pace;

/**
 * The codelet, worker or link that costs most. Each candidate says how much of the workers' time was lost by it, and
 * the largest loss counts.
 */
final class Culprit {
    /** A smaller share of the workers' time is not worth a sentence. */
    private static final double NEGLIGIBLE = 0.005;

    /** A codelet is misplaced if it is so many times as slow there. */
    private static final double MISPLACED = 2;

    /** Faster workers that were idle for a smaller share of the time had no room for more kernels. */
    private static final double ROOM = 0.1;

    private record Candidate(double loss, String sentence) {}

    private final Analysis run;

    Culprit(Analysis run) {
        this.run = run;
    }

    String sentence() {
        List<Candidate> candidates = new ArrayList<>();
        placements().forEach(candidates::add);
        run.profile().codelets().stream().flatMap(this::irregular).forEach(candidates::add);
        run.paces().stream().map(this::slow).forEach(candidates::add);
        run.profile().links().stream().flatMap(this::link).forEach(candidates::add);
        idlest().ifPresent(candidates::add);
        return candidates.stream()
                .filter(candidate -> candidate.loss() > NEGLIGIBLE * run.workerTime())
                .max(Comparator.comparingDouble(Candidate::loss))
                .map(Candidate::sentence)
                .orElse("No codelet, worker or link stands out: none costs more than " + Words.percent(NEGLIGIBLE)
                        + " of the workers' time.");
    }

    private String share(double nanos) {
        return Words.percent(nanos / run.workerTime()) + " of the workers' time";
    }

    /** Kernels on slow processors, as far as faster ones had time for them. */
    private Stream<Candidate> placements() {
        List<CodeletProfile> codelets = run.profile().codelets();
        return codelets.stream()
                .flatMap(slow -> codelets.stream()
                        .filter(fast -> fast.codelet().equals(slow.codelet())
                                && fast.mean() > 0
                                && slow.mean() > MISPLACED * fast.mean())
                        .map(fast -> placement(slow, fast)));
    }

    private Candidate placement(CodeletProfile slow, CodeletProfile fast) {
        List<WorkerProfile> faster = run.profile().workers().stream()
                .filter(worker -> worker.architecture().equals(fast.architecture()))
                .toList();
        double idle = faster.stream().mapToDouble(Culprit::idle).sum();
        double moved = idle < ROOM * faster.size() * run.makespan() ? 0 : Math.min(slow.count(), idle / fast.mean());
        return new Candidate(
                moved * (slow.mean() - fast.mean()),
                "The worst placement is that of " + slow.codelet() + ": " + Words.count(slow.count(), "kernel")
                        + " ran on " + slow.architecture() + " in " + Words.time(slow.mean()) + " each, "
                        + Words.times(slow.mean() / fast.mean()) + " times as long as on " + fast.architecture()
                        + ", whose workers were idle for "
                        + Words.percent(idle / faster.size() / run.makespan()) + " of the time.");
    }

    private static double idle(WorkerProfile worker) {
        return worker.idle().values().stream().mapToLong(Long::longValue).sum();
    }

    private Stream<Candidate> irregular(CodeletProfile codelet) {
        double loss = codelet.count() * (codelet.mean() - codelet.median());
        return run.outliers().stream()
                .filter(outlier -> outlier.codelet().equals(codelet.codelet())
                        && outlier.architecture().equals(codelet.architecture()))
                .limit(1)
                .map(outlier -> new Candidate(
                        loss,
                        "The worst codelet is " + codelet.codelet() + " on " + codelet.architecture()
                                + ": outliers raise its mean to " + Words.time(codelet.mean()) + ", "
                                + Words.times(codelet.mean() / Math.max(1, codelet.median()))
                                + " times the median; the longest, " + outlier.codelet() + "#" + outlier.task()
                                + " on " + outlier.worker() + ", took " + Words.time(outlier.nanos()) + "."));
    }

    private Candidate slow(Pace pace) {
        return new Candidate(
                pace.excess(),
                "The worst worker is " + pace.worker() + ": its kernels took "
                        + Words.times(pace.nanos() / Math.max(1, pace.usual()))
                        + " times as long as the same kernels on " + pace.architecture()
                        + " workers on average, which costs " + share(pace.excess()) + ".");
    }

    private Stream<Candidate> link(LinkProfile link) {
        String way = link.from() + " to " + link.to();
        double waited = IdleSum.of(run.profile()).stream()
                .filter(idle -> idle.reason() == IdleReason.DATA_IN_TRANSIT
                        && idle.cause().equals(way))
                .mapToLong(IdleSum::nanos)
                .sum();
        return waited == 0
                ? Stream.empty()
                : Stream.of(new Candidate(
                        waited,
                        "The worst link is " + way + ": workers waited " + Words.time(waited) + " for its "
                                + Words.count(link.transfers()) + (link.transfers() == 1 ? " copy" : " copies")
                                + " of " + Words.bytes(link.bytes()) + " in all, " + share(waited) + "."));
    }

    private Optional<Candidate> idlest() {
        List<WorkerProfile> workers = run.profile().workers();
        double mean = workers.stream().mapToDouble(Culprit::idle).average().orElse(0);
        return workers.stream()
                .max(Comparator.comparingDouble(Culprit::idle))
                .filter(worker -> workers.size() > 1)
                .map(worker -> new Candidate(
                        idle(worker) - mean,
                        "The worst worker is " + worker.name() + ": it was idle for "
                                + Words.percent(idle(worker) / run.makespan()) + " of the time, the average worker for "
                                + Words.percent(mean / run.makespan()) + "; the main reason is '" + main(worker)
                                + "'."));
    }

    private static String main(WorkerProfile worker) {
        return worker.idle().entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(entry -> entry.getKey().words())
                .orElse("none");
    }
}
