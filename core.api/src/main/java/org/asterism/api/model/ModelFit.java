package org.asterism.api.model;

import java.util.List;
import org.asterism.api.Architecture;

/**
 * A curve that was fitted to the measurements at one place.
 *
 * @param architecture the kind of processor
 * @param device the device's number among those of its architecture; 0 where they are alike
 * @param members the number of workers that ran the tasks together; 1 for each alone
 * @param implementation the number of the codelet's implementation for the architecture, from 0
 * @param curve the meaning of the coefficients
 * @param coefficients in the order that the curve defines
 * @param smallest the smallest size that was measured; 0 for a curve over parameters
 * @param largest the largest size that was measured; 0 for a curve over parameters
 * @param samples the number of executions that it was fitted to
 * @param valid whether it is used for predictions
 */
public record ModelFit(
        Architecture architecture,
        int device,
        int members,
        int implementation,
        Curve curve,
        List<Double> coefficients,
        long smallest,
        long largest,
        long samples,
        boolean valid) {

    /** The form of a curve, which defines the meaning of the coefficients. */
    public enum Curve {
        /** {@code a * size^b}: a, b. */
        POWER,
        /** {@code a * size^b + c}: a, b, c. */
        POWER_AND_CONSTANT,
        /** A sum of products of parameters; the constant first, then one per product. */
        PARAMETERS
    }

    /** Copies the list. */
    public ModelFit {
        coefficients = List.copyOf(coefficients);
    }

    /**
     * The curve's value, also where nothing was measured; for drawings.
     *
     * @param size in the model's measure of size, more than 0
     * @return nanoseconds or joules; NaN for a curve over parameters
     */
    public double at(double size) {
        return switch (curve) {
            case POWER -> coefficients.get(0) * Math.pow(size, coefficients.get(1));
            case POWER_AND_CONSTANT -> coefficients.get(0) * Math.pow(size, coefficients.get(1)) + coefficients.get(2);
            case PARAMETERS -> Double.NaN;
        };
    }
}
