package org.asterism.bench.revisions;

import java.util.List;

/**
 * What a row of the table compares.
 *
 * @param other the other revision's costs, one figure for each group of pairs
 * @param current this revision's costs, for the same groups
 */
record Costs(List<Double> other, List<Double> current) {
    /** The costs of a typical group of the other revision. */
    double otherMedian() {
        return median(other);
    }

    /** The costs of a typical group of this revision. */
    double currentMedian() {
        return median(current);
    }

    /** The ratios of the groups. */
    RatioSummary ratios() {
        double[] ratios = new double[other.size()];
        for (int group = 0; group < ratios.length; group++) {
            ratios[group] = current.get(group) / other.get(group);
        }
        return RatioSummary.of(ratios);
    }

    /** The median of figures in any order. */
    static double median(List<Double> figures) {
        return RatioSummary.median(
                figures.stream().mapToDouble(Double::doubleValue).sorted().toArray());
    }
}
