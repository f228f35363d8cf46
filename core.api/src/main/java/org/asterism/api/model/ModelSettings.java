package org.asterism.api.model;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.asterism.api.Architecture;

/**
 * How a runtime keeps its performance models.
 *
 * @param calibration whether they learn
 * @param minimumSamples how many executions are needed before a case counts as known
 * @param folder where they are kept; empty for the system property {@value #FOLDER_PROPERTY}, else the environment variable
 *     {@value #FOLDER_VARIABLE}, else {@code asterism/models} in the user's data folder ({@code XDG_DATA_HOME}, or {@code
 *     ~/.local/share})
 * @param references folders with model files of the reference, which are read where Asterism knows nothing itself
 * @param machine the name of the machine, part of the files' names; empty for this host's name
 * @param alike the names of the architectures whose workers are all alike, so that what one has learnt is true for all
 */
public record ModelSettings(
        Calibration calibration,
        int minimumSamples,
        Optional<Path> folder,
        List<Path> references,
        Optional<String> machine,
        Set<String> alike) {

    /** How many executions are needed when nobody says otherwise. */
    public static final int USUAL_MINIMUM = 10;

    /** The system property that names the folder. */
    public static final String FOLDER_PROPERTY = "asterism.models";

    /** The environment variable that names the folder. */
    public static final String FOLDER_VARIABLE = "ASTERISM_MODELS";

    /** Checks the number and copies the collections. */
    public ModelSettings {
        Objects.requireNonNull(calibration, "calibration");
        if (minimumSamples < 1) {
            throw new IllegalArgumentException("minimum of samples is " + minimumSamples + ": give 1 or more");
        }
        Objects.requireNonNull(folder, "folder");
        references = List.copyOf(references);
        if (machine.isPresent() && machine.get().isBlank()) {
            throw new IllegalArgumentException("name of the machine is blank: give one, or leave it out");
        }
        alike = Set.copyOf(alike);
    }

    /**
     * Models as they are found in the user's data folder.
     *
     * @return the settings to start from
     */
    public static ModelSettings defaults() {
        return new ModelSettings(
                Calibration.OFF,
                USUAL_MINIMUM,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Set.of(Architecture.CPU.name()));
    }

    /**
     * Says whether models learn.
     *
     * @param wanted for all of them
     * @return a changed copy
     */
    public ModelSettings withCalibration(Calibration wanted) {
        return new ModelSettings(wanted, minimumSamples, folder, references, machine, alike);
    }

    /**
     * Says when a case counts as known.
     *
     * @param samples how many executions, from 1
     * @return a changed copy
     */
    public ModelSettings withMinimumSamples(int samples) {
        return new ModelSettings(calibration, samples, folder, references, machine, alike);
    }

    /**
     * Says where models are kept.
     *
     * @param kept is made when something is written into it
     * @return a changed copy
     */
    public ModelSettings withFolder(Path kept) {
        return new ModelSettings(calibration, minimumSamples, Optional.of(kept), references, machine, alike);
    }

    /**
     * Has model files of the reference read.
     *
     * @param folders each with a folder {@code codelets/45}; the first that has a file of a symbol counts
     * @return a changed copy
     */
    public ModelSettings withReferences(List<Path> folders) {
        return new ModelSettings(calibration, minimumSamples, folder, folders, machine, alike);
    }

    /**
     * Names the machine.
     *
     * @param name in place of the host's
     * @return a changed copy
     */
    public ModelSettings withMachine(String name) {
        return new ModelSettings(calibration, minimumSamples, folder, references, Optional.of(name), alike);
    }

    /**
     * Says of which architectures all workers are alike; of others, each device has its own history.
     *
     * @param architectures by name
     * @return a changed copy
     */
    public ModelSettings withAlike(Set<String> architectures) {
        return new ModelSettings(calibration, minimumSamples, folder, references, machine, architectures);
    }
}
