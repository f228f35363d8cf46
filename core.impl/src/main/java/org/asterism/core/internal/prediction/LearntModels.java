package org.asterism.core.internal.prediction;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.asterism.api.Architecture;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.model.ModelDescription;
import org.asterism.api.model.ModelSettings;
import org.asterism.api.model.Models;
import org.asterism.api.model.PerformanceModel;

/** What the models of a runtime have learnt, which is nothing. */
final class LearntModels implements Models {
    private final ModelSettings settings;

    LearntModels(ModelSettings settings) {
        this.settings = settings;
    }

    @Override
    public List<String> symbols() {
        return List.of();
    }

    @Override
    public Optional<ModelDescription> describe(String symbol) {
        return Optional.empty();
    }

    @Override
    public void feed(PerformanceModel model, Task task, Worker worker, int implementation, double value) {
        throw new IllegalArgumentException("model '" + model.symbol() + "' does not learn");
    }

    @Override
    public void feed(
            String symbol,
            Architecture architecture,
            int device,
            int implementation,
            int footprint,
            long bytes,
            double value) {
        throw new IllegalArgumentException("model '" + symbol + "' does not learn");
    }

    @Override
    public void save() {
        // Nothing was learnt.
    }

    @Override
    public boolean forget(String symbol) {
        return false;
    }

    @Override
    public Path folder() {
        return settings.folder().orElse(Path.of(""));
    }
}
