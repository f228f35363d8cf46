package org.asterism.api.model;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.asterism.api.Architecture;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The knowledge of a runtime's models. Callers can read it, add to it and delete it. Any thread may call these methods;
 * methods that read or write files may take a while.
 */
@ProviderType
public interface Models {
    /**
     * The names of all models that something is known of: those in use, and those kept on disk for this machine.
     *
     * @return sorted
     */
    List<String> symbols();

    /**
     * Returns the knowledge of a model.
     *
     * @param symbol its name
     * @return a snapshot; empty if nothing is known under that name
     */
    Optional<ModelDescription> describe(String symbol);

    /**
     * Adds a measurement that was made elsewhere, as if the task had run there. The model is kept when the runtime is
     * closed.
     *
     * @param model a model of measured times or energies
     * @param task determines the case
     * @param worker the worker of the measurement
     * @param implementation from 0
     * @param value nanoseconds, or joules
     * @throws IllegalArgumentException if the model does not learn, because the program gives its costs, or the value
     *     is negative or not a number
     */
    void feed(PerformanceModel model, Task task, Worker worker, int implementation, double value);

    /**
     * Adds a measurement of a case by its number.
     *
     * @param symbol the model's name; new ones are for times
     * @param architecture the architecture of the measurement
     * @param device the device's number; 0 where all workers of the architecture are alike
     * @param implementation from 0
     * @param footprint of the task
     * @param bytes the size of the task
     * @param value nanoseconds, or joules
     * @throws IllegalArgumentException if a number is negative
     */
    void feed(
            String symbol,
            Architecture architecture,
            int device,
            int implementation,
            int footprint,
            long bytes,
            double value);

    /**
     * Writes what was learnt since the last time.
     *
     * @throws java.io.UncheckedIOException if a file cannot be written; the others are
     */
    void save();

    /**
     * Throws away what is known of a model, here and on disk; it begins anew. Its file, if there is one, is deleted.
     *
     * @param symbol its name
     * @return false if nothing was known
     * @throws java.io.UncheckedIOException if its file cannot be deleted
     */
    boolean forget(String symbol);

    /**
     * Returns the folder of the models, with a folder per machine and a file per symbol.
     *
     * @return this machine's folder; it may not be there yet
     */
    Path folder();
}
