package org.asterism.api.model;

import org.asterism.api.Architecture;

/**
 * The measurements of similar tasks at one place.
 *
 * @param architecture the kind of processor
 * @param device the device's number among those of its architecture; 0 where they are alike
 * @param members the number of workers that ran the tasks together; 1 for each alone
 * @param implementation the number of the codelet's implementation for the architecture, from 0
 * @param footprint of the tasks
 * @param bytes their size
 * @param samples the number of executions that were measured
 * @param rejected the number of executions that were left out as outliers
 * @param mean the prediction, in the model's unit, whether or not it is calibrated
 * @param spread the standard deviation of the samples in the mean
 * @param calibrated whether the mean is used for predictions
 */
public record ModelCase(
        Architecture architecture,
        int device,
        int members,
        int implementation,
        int footprint,
        long bytes,
        long samples,
        long rejected,
        double mean,
        double spread,
        boolean calibrated) {}
