package org.asterism.core.internal.prediction;

import java.util.List;
import org.asterism.api.model.ModelDescription.Unit;

/**
 * The content of a model's file.
 *
 * @param symbol the model's name
 * @param unit the unit of its numbers
 * @param sheets one per place and implementation
 */
record ModelContent(String symbol, Unit unit, List<Sheet> sheets) {
    /**
     * The knowledge of one place and implementation.
     *
     * @param key the place and implementation
     * @param cases the measurements
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

    /** A place and an implementation. The members are the number of workers that ran a task together. */
    record SheetKey(String architecture, int device, int members, int implementation) {}

    /** The measurements of similar tasks. */
    record Case(int footprint, long bytes, long samples, long rejected, double mean, double spread) {
        CaseKey key() {
            return new CaseKey(footprint, bytes);
        }
    }

    /** Identifies a case by footprint and size. */
    record CaseKey(int footprint, long bytes) {}

    /** A fitted curve, with the range and the number of its samples. */
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
