package org.asterism.api.model;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How a runtime keeps its performance models.
 *
 * @param calibration whether they learn
 * @param minimumSamples how many executions are needed before a case counts as known
 * @param folder where they are kept; empty for {@code asterism/models} in the user's data folder
 * @param references folders with model files of the reference, which are read where Asterism knows nothing itself
 * @param machine the name of the machine, part of the files' names; empty for this host's name
 */
public record ModelSettings(
        Calibration calibration,
        int minimumSamples,
        Optional<Path> folder,
        List<Path> references,
        Optional<String> machine) {

    /** How many executions are needed when nobody says otherwise. */
    public static final int USUAL_MINIMUM = 10;

    /** Checks the number and copies the list. */
    public ModelSettings {
        Objects.requireNonNull(calibration, "calibration");
        if (minimumSamples < 1) {
            throw new IllegalArgumentException("minimum of samples is " + minimumSamples + ": give 1 or more");
        }
        references = List.copyOf(references);
    }

    /**
     * Models as they are found in the user's data folder.
     *
     * @return the settings to start from
     */
    public static ModelSettings defaults() {
        return new ModelSettings(Calibration.OFF, USUAL_MINIMUM, Optional.empty(), List.of(), Optional.empty());
    }
}
