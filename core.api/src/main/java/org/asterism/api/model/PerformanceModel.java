package org.asterism.api.model;

import java.util.Objects;
import org.osgi.annotation.versioning.ProviderType;

/** How the times, or the needs of energy, of a codelet's tasks are predicted. Immutable, for any thread. */
@ProviderType
public interface PerformanceModel {
    /**
     * The name under which what was measured is kept; codelets that do the same work share it.
     *
     * @return never empty
     */
    String symbol();

    /**
     * Predicts the mean of what was measured for tasks of the same footprint.
     *
     * @param symbol the name under which it is kept
     * @return a model
     */
    static PerformanceModel history(String symbol) {
        return new HistoryModel(symbol);
    }

    /** Means by footprint. */
    record HistoryModel(String symbol) implements PerformanceModel {
        public HistoryModel {
            Objects.requireNonNull(symbol, "symbol");
        }
    }
}
