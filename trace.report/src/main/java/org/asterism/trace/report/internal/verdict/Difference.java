package org.asterism.trace.report.internal.verdict;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.profile.Activity;
import org.asterism.profile.CodeletProfile;
import org.asterism.profile.IdleReason;
import org.asterism.profile.WorkerProfile;
import org.asterism.trace.report.internal.analysis.Analysis;

/**
 * Why one run took longer than another. The makespan is what the average worker did: kernels of each codelet,
 * callbacks, idle time by reason, and the rest. So the changes of these parts add up to the difference of the
 * makespans.
 */
public final class Difference {
    private static final double SAME = 0.01;

    private final Analysis first;
    private final Analysis second;

    /**
     * Compares two runs.
     *
     * @param first the one to compare with
     * @param second the other one
     */
    public Difference(Analysis first, Analysis second) {
        this.first = first;
        this.second = second;
    }

    /**
     * Returns the parts of both makespans.
     *
     * @return the largest change first
     */
    public List<Part> parts() {
        Map<String, Double> before = parts(first);
        Map<String, Double> now = parts(second);
        Map<String, Double> all = new LinkedHashMap<>(before);
        now.forEach(all::putIfAbsent);
        List<Part> parts = new ArrayList<>();
        for (String name : all.keySet()) {
            parts.add(new Part(name, before.getOrDefault(name, 0.0), now.getOrDefault(name, 0.0)));
        }
        parts.sort(Comparator.comparingDouble((Part part) -> Math.abs(part.change()))
                .reversed());
        return parts;
    }

    private static Map<String, Double> parts(Analysis run) {
        Map<String, Double> parts = new LinkedHashMap<>();
        int workers = Math.max(1, run.profile().workers().size());
        double kernels = run.profile().codelets().stream()
                .mapToDouble(codelet -> codelet.mean() * codelet.count())
                .sum();
        for (CodeletProfile codelet : run.profile().codelets()) {
            // Kernels of a device may overlap, so their times are scaled to the time in which any of them ran.
            double share = codelet.mean() * codelet.count() / Math.max(1, kernels);
            parts.merge("kernels of " + codelet.codelet(), share * run.busyTime() / workers, Double::sum);
        }
        for (WorkerProfile worker : run.profile().workers()) {
            parts.merge("callbacks", (double) worker.exclusive().get(Activity.CALLBACK) / workers, Double::sum);
            for (Map.Entry<IdleReason, Long> idle : worker.idle().entrySet()) {
                parts.merge("idle: " + idle.getKey().words(), (double) idle.getValue() / workers, Double::sum);
            }
        }
        double rest = run.makespan()
                - parts.values().stream().mapToDouble(Double::doubleValue).sum();
        parts.put("handling of tasks", rest);
        parts.values().removeIf(nanos -> Math.abs(nanos) < 1);
        return parts;
    }

    /**
     * Explains the difference.
     *
     * @return three sentences
     */
    public List<String> sentences() {
        return List.of(makespans(), reasons(), placement());
    }

    private String makespans() {
        double ratio = (double) first.makespan() / second.makespan();
        String both = second.name() + " takes " + Words.time(second.makespan()) + ", " + first.name() + " "
                + Words.time(first.makespan());
        if (Math.abs(ratio - 1) < SAME) {
            return "Both runs are equally fast: " + both + ".";
        }
        return ratio > 1
                ? both + ": the second run is " + Words.times(ratio) + " times as fast."
                : both + ": the second run takes " + Words.times(1 / ratio) + " times as long.";
    }

    private String reasons() {
        List<Part> parts = parts();
        if (parts.isEmpty() || Math.abs(parts.getFirst().change()) < 1) {
            return "The average worker does the same in both runs.";
        }
        StringBuilder text = new StringBuilder("The average worker spends ").append(change(parts.getFirst()));
        if (parts.size() > 1 && Math.abs(parts.get(1).change()) >= 1) {
            text.append(", and ").append(change(parts.get(1)));
        }
        double difference = second.makespan() - first.makespan();
        return text.append("; all changes add up to the difference of ")
                .append(difference < 0 ? "\u2212" : "+")
                .append(Words.time(Math.abs(difference)))
                .append(".")
                .toString();
    }

    private static String change(Part part) {
        return Words.time(Math.abs(part.change())) + (part.change() < 0 ? " less" : " more") + " on '" + part.name()
                + "'";
    }

    /** The codelet whose place or speed has changed most. */
    private String placement() {
        double most = 0;
        String sentence = "Each codelet runs on the same kinds of processors, and as fast as before.";
        for (CodeletProfile now : second.profile().codelets()) {
            CodeletProfile before = first.profile().codelets().stream()
                    .filter(each -> each.codelet().equals(now.codelet())
                            && each.architecture().equals(now.architecture()))
                    .findFirst()
                    .orElse(null);
            long kernels = before == null ? 0 : before.count();
            double moved = Math.abs(share(second, now.codelet(), now.count()) - share(first, now.codelet(), kernels))
                    * now.count()
                    * now.mean();
            if (moved > Math.max(most, SAME * second.makespan())) {
                most = moved;
                sentence = "The largest change of placement is that of " + now.codelet() + ": "
                        + Words.percent(share(second, now.codelet(), now.count())) + " of its kernels run on "
                        + now.architecture() + ", in the first run "
                        + Words.percent(share(first, now.codelet(), kernels)) + ".";
            }
            double slower = before == null ? 0 : Math.abs(now.mean() - before.mean()) * now.count();
            if (slower > Math.max(most, SAME * second.makespan())) {
                most = slower;
                sentence = "The largest change of speed is that of " + now.codelet() + " on " + now.architecture()
                        + ": a kernel takes " + Words.time(now.mean()) + ", in the first run "
                        + Words.time(before.mean()) + ".";
            }
        }
        return sentence;
    }

    private static double share(Analysis run, String codelet, long part) {
        long all = run.profile().codelets().stream()
                .filter(each -> each.codelet().equals(codelet))
                .mapToLong(CodeletProfile::count)
                .sum();
        return all == 0 ? 0 : (double) part / all;
    }
}
