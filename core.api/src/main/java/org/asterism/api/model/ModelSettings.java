package org.asterism.api.model;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.asterism.api.Architecture;

/**
 * Settings for the performance models of a runtime: files and learning. Immutable: each {@code with...} method returns
 * a changed copy.
 */
public final class ModelSettings {
    /** The default number of executions that are needed. */
    public static final int USUAL_MINIMUM = 10;

    /** The system property that names the folder. */
    public static final String FOLDER_PROPERTY = "asterism.models";

    /** The environment variable that names the folder. */
    public static final String FOLDER_VARIABLE = "ASTERISM_MODELS";

    private final Values values;

    private ModelSettings(Values values) {
        this.values = values;
    }

    /**
     * Models as they are found in the user's data folder.
     *
     * @return the settings to start from
     */
    public static ModelSettings defaults() {
        return new ModelSettings(new Values());
    }

    /** {@return whether they learn} */
    public Calibration calibration() {
        return values.calibration;
    }

    /** {@return the number of executions that are needed before a case is calibrated} */
    public int minimumSamples() {
        return values.minimumSamples;
    }

    /**
     * {@return the folder in which they are kept; empty for the system property {@value #FOLDER_PROPERTY}, else the
     * environment variable {@value #FOLDER_VARIABLE}, else {@code asterism/models} in the user's data folder
     * ({@code XDG_DATA_HOME}, or {@code ~/.local/share})}
     */
    public Optional<Path> folder() {
        return values.folder;
    }

    /** {@return folders with model files of StarPU, which are read where Asterism knows nothing itself} */
    public List<Path> references() {
        return values.references;
    }

    /** {@return the name of the machine, part of the files' names; empty for this host's name} */
    public Optional<String> machine() {
        return values.machine;
    }

    /**
     * {@return the names of the architectures whose workers are all alike, so that what one has learnt is true for all}
     */
    public Set<String> alike() {
        return values.alike;
    }

    /**
     * Says whether models learn.
     *
     * @param wanted for all of them
     * @return a changed copy
     */
    public ModelSettings withCalibration(Calibration wanted) {
        return with(changed -> changed.calibration = Objects.requireNonNull(wanted, "calibration"));
    }

    /**
     * Sets when a case is calibrated.
     *
     * @param samples the number of executions, from 1
     * @return a changed copy
     */
    public ModelSettings withMinimumSamples(int samples) {
        if (samples < 1) {
            throw new IllegalArgumentException("minimum of samples is " + samples + ": give 1 or more");
        }
        return with(changed -> changed.minimumSamples = samples);
    }

    /**
     * Says where models are kept.
     *
     * @param kept is made when something is written into it
     * @return a changed copy
     */
    public ModelSettings withFolder(Path kept) {
        return with(changed -> changed.folder = Optional.of(kept));
    }

    /**
     * Sets folders with model files of StarPU.
     *
     * @param folders each with a folder {@code codelets/45}; the first that has a file of a symbol counts
     * @return a changed copy
     */
    public ModelSettings withReferences(List<Path> folders) {
        return with(changed -> changed.references = List.copyOf(folders));
    }

    /**
     * Names the machine.
     *
     * @param name in place of the host's
     * @return a changed copy
     */
    public ModelSettings withMachine(String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("name of the machine is blank: give one, or leave it out");
        }
        return with(changed -> changed.machine = Optional.of(name));
    }

    /**
     * Sets the architectures whose workers are all alike; of others, each device has its own history.
     *
     * @param architectures by name
     * @return a changed copy
     */
    public ModelSettings withAlike(Set<String> architectures) {
        return with(changed -> changed.alike = Set.copyOf(architectures));
    }

    private ModelSettings with(Consumer<Values> change) {
        Values changed = values.copy();
        change.accept(changed);
        return new ModelSettings(changed);
    }

    /** All settings, with their defaults. They do not change any more once settings have them. */
    private static final class Values implements Cloneable {
        private Calibration calibration = Calibration.OFF;
        private int minimumSamples = USUAL_MINIMUM;
        private Optional<Path> folder = Optional.empty();
        private List<Path> references = List.of();
        private Optional<String> machine = Optional.empty();
        private Set<String> alike = Set.of(Architecture.CPU.name());

        Values copy() {
            try {
                return (Values) clone();
            } catch (CloneNotSupportedException impossible) {
                throw new AssertionError(impossible);
            }
        }
    }
}
