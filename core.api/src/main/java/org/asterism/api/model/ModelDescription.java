package org.asterism.api.model;

import java.util.List;
import java.util.Optional;

/**
 * What is known of a model at some moment.
 *
 * @param symbol its name
 * @param unit what its numbers are
 * @param learning whether it learns from the tasks that run
 * @param source where it was found, for people; empty if all of it was learnt in this run
 * @param cases what was measured, by architecture, device, implementation, size and footprint
 * @param fits the curves that were fitted to it
 */
public record ModelDescription(
        String symbol,
        Unit unit,
        boolean learning,
        Optional<String> source,
        List<ModelCase> cases,
        List<ModelFit> fits) {

    /** What the numbers of a model are. */
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
