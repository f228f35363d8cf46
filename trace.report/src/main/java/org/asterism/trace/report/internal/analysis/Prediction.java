package org.asterism.trace.report.internal.analysis;

/**
 * What policies expected of a codelet on one kind of processor, and what came.
 *
 * @param codelet the name of the codelet
 * @param architecture the kind of processor
 * @param count the number of kernels with a recorded decision for that kind
 * @param predicted the mean of the expected times, in nanoseconds
 * @param measured the mean of the measured times, in nanoseconds
 * @param error the mean of the relative errors without sign, where 1 means 100 %
 */
public record Prediction(
        String codelet, String architecture, long count, double predicted, double measured, double error) {}
