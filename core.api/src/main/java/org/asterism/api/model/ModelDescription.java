package org.asterism.api.model;

import java.util.List;
import java.util.Optional;

/**
 * Snapshot of the knowledge of a model.
 *
 * @param symbol its name
 * @param unit the unit of its numbers
 * @param learning whether it learns from the tasks that run
 * @param source the file or other source, for people; empty if all of it was learnt in this run
 * @param cases the measurements, by architecture, device, implementation, size and footprint
 * @param fits the curves that were fitted to it
 */
public record ModelDescription(
        String symbol,
        Unit unit,
        boolean learning,
        Optional<String> source,
        List<ModelCase> cases,
        List<ModelFit> fits) {

    /** The unit of a model's numbers. */
    public enum Unit {
        /** Times, in nanoseconds. */
        NANOSECONDS,
        /** Energy, in joules. */
        JOULES
    }

    /** Copies the lists. */
    public ModelDescription {
        cases = List.copyOf(cases);
        fits = List.copyOf(fits);
    }
}
