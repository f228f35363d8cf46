package org.asterism.core.internal.prediction;

import java.util.List;
import org.asterism.api.model.ModelDescription.Unit;

/**
 * What is known of a model, as it is kept.
 *
 * @param symbol the model's name
 * @param unit what its numbers are
 * @param sheets one per place and implementation
 */
record ModelContent(String symbol, Unit unit, List<Sheet> sheets) {
    /**
     * What is known of one place and implementation.
     *
     * @param key which
     * @param cases what was measured
     * @param power a curve, or null
     * @param powerAndConstant a curve, or null
     * @param parameters a curve over parameters, or null
     * @param samples for the curve over parameters: each a value and the parameters
     */
    record Sheet(
            SheetKey key,
            List<Case> cases,
            Curve power,
            Curve powerAndConstant,
            Curve parameters,
            List<double[]> samples) {}

    /** The largest mean or deviation of a file: 31 years in nanoseconds. Sums of predictions then stay finite. */
    static final double MOST = 1e18;

    /** Which place and implementation; the members are how many workers ran a task together. */
    record SheetKey(String architecture, int device, int members, int implementation) {}

    /** What was measured for tasks that are alike. */
    record Case(int footprint, long bytes, long samples, long rejected, double mean, double spread) {
        CaseKey key() {
            return new CaseKey(footprint, bytes);
        }
    }

    /** Which tasks. */
    record CaseKey(int footprint, long bytes) {}

    /** A curve that was fitted, where it was fitted, and to how many samples. */
    record Curve(double[] coefficients, long smallest, long largest, long samples) {
        private static final double BELOW = 0.9;
        private static final double BEYOND = 1.1;

        /** Whether a curve over the size has finite values, up to {@link #MOST}, wherever it {@link #reaches}. */
        boolean isBounded() {
            return Math.abs(at(Math.max(1, BELOW * smallest))) <= MOST && Math.abs(at(BEYOND * largest)) <= MOST;
        }

        /** Whether something was measured near a size. */
        boolean reaches(double size) {
            return size >= BELOW * smallest && size <= BEYOND * largest;
        }

        /** The value of a curve over the size. */
        double at(double size) {
            double power = coefficients[0] * Math.pow(size, coefficients[1]);
            return coefficients.length > 2 ? power + coefficients[2] : power;
        }
    }
}
