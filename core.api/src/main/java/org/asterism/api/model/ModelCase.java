package org.asterism.api.model;

import org.asterism.api.Architecture;

/**
 * What was measured for tasks that are alike, at one place.
 *
 * @param architecture the kind of processor
 * @param device the device's number among those of its architecture; 0 where they are alike
 * @param members how many workers ran the tasks together; 1 for each alone
 * @param implementation which of the codelet's implementations for the architecture, from 0
 * @param footprint of the tasks
 * @param bytes their size
 * @param samples how many executions were measured
 * @param rejected how many of them were left out, because they were unlike the others
 * @param mean what is predicted, in the model's unit, whether or not it is calibrated
 * @param spread the standard deviation of what the mean is made of
 * @param calibrated whether it is predicted
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
