package org.asterism.shell.gogo.internal.command;

import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.asterism.api.model.ModelCase;
import org.asterism.api.model.ModelDescription;
import org.asterism.report.text.NearestNames;
import org.asterism.spi.application.UsageException;

/**
 * Models of all runtimes, by symbol.
 *
 * @param runtimes runtimes whose models are known
 */
record KnownModels(Runtimes runtimes) {
    /**
     * Returns the models. Runtimes share models on disk; if several have the same symbol, the one with the most samples
     * is used.
     */
    Map<String, ModelDescription> all() {
        Map<String, ModelDescription> known = new TreeMap<>();
        for (NamedRuntime runtime : runtimes.all()) {
            for (String symbol : runtime.runtime().models().symbols()) {
                runtime.runtime()
                        .models()
                        .describe(symbol)
                        .ifPresent(model -> known.merge(
                                symbol, model, (one, other) -> samples(one) >= samples(other) ? one : other));
            }
        }
        return known;
    }

    /** Returns the number of measured tasks. */
    static long samples(ModelDescription model) {
        return model.cases().stream().mapToLong(ModelCase::samples).sum();
    }

    /** Returns a model, or throws with the names that are known. */
    ModelDescription find(String symbol) {
        Optional<ModelDescription> most = runtimes.all().stream()
                .map(runtime -> runtime.runtime().models().describe(symbol))
                .flatMap(Optional::stream)
                .max(Comparator.comparingLong(KnownModels::samples));
        return most.orElseThrow(() -> {
            Set<String> names = all().keySet();
            return new UsageException("nothing is known of a model '" + symbol + "'; "
                    + (names.isEmpty()
                            ? "there are none: run tasks with calibration on"
                            : NearestNames.instead(symbol, names, "asterism:models")));
        });
    }
}
