package org.asterism.profile.metrics;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Service that reads the metrics of all runtimes that are services. Nothing of it is loaded before the first call. Any
 * thread may call it.
 */
@ProviderType
public interface Metrics {
    /**
     * Reads all values.
     *
     * @return by runtime; none of runtimes that no program has used yet
     */
    List<Sample> read();

    /**
     * Reads all values, as a monitoring system wants them.
     *
     * @return {@link OpenMetricsText OpenMetrics text}
     */
    default String openMetrics() {
        return OpenMetricsText.of(read());
    }
}
