package org.asterism.bench.revisions;

import java.util.ArrayList;
import java.util.List;

/** The figures behind a row of the table: ratios of the costs of two runs, in groups. */
final class Costs {
    /**
     * A group of pairs of runs: all pairs of one JVM, or a single pair.
     *
     * @param other the other revision's costs
     * @param current this revision's costs
     * @param ratio the ratio of both
     */
    private record Group(double other, double current, double ratio) {}

    private final List<Group> groups = new ArrayList<>();

    /** Adds a group of a single pair. */
    void add(double other, double current) {
        groups.add(new Group(other, current, current / other));
    }

    /**
     * Adds a group. Its ratio is the median of its pairs' ratios: what makes the machine slower for a while makes both
     * runs of a pair slower.
     */
    void add(List<Double> others, List<Double> currents) {
        List<Double> ratios = new ArrayList<>();
        for (int pair = 0; pair < others.size(); pair++) {
            ratios.add(currents.get(pair) / others.get(pair));
        }
        groups.add(new Group(median(others), median(currents), median(ratios)));
    }

    /** Returns the number of groups. */
    int size() {
        return groups.size();
    }

    /** The costs of a typical group of the other revision. */
    double otherMedian() {
        return median(groups.stream().map(Group::other).toList());
    }

    /** The costs of a typical group of this revision. */
    double currentMedian() {
        return median(groups.stream().map(Group::current).toList());
    }

    /** The ratios of the groups. */
    RatioSummary ratios() {
        return RatioSummary.of(groups.stream().mapToDouble(Group::ratio).toArray());
    }

    /** The median of figures in any order. */
    static double median(List<Double> figures) {
        return RatioSummary.median(
                figures.stream().mapToDouble(Double::doubleValue).sorted().toArray());
    }
}
