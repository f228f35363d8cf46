package org.asterism.core.internal.runtime.pool;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.asterism.api.Clock;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.spi.driver.DriverRequest;

/** The properties that a runtime's configuration passes to drivers. */
record DriverRequests(RuntimeConfiguration configuration, Clock clock) {
    /**
     * Whether a driver is of any use: on a described machine only that of the simulation is, others would run kernels
     * in real time.
     */
    boolean wants(DriverPlugin driver) {
        return configuration.simulation().isEmpty()
                || configuration.simulation().get().driver().equals(driver.name());
    }

    /** Returns the request for a driver. */
    DriverRequest to(DriverPlugin driver) {
        Integer most = configuration.workers().get(driver.name());
        return new DriverRequest(
                most == null ? OptionalInt.empty() : OptionalInt.of(most), clock, propertiesFor(driver.name()));
    }

    private Map<String, String> propertiesFor(String driver) {
        Map<String, String> properties =
                new HashMap<>(configuration.driverProperties().getOrDefault(driver, Map.of()));
        configuration.simulation().ifPresent(simulation -> {
            properties.putAll(simulation.properties());
            properties.put("execute", Boolean.toString(simulation.executes()));
            properties.put("seed", Long.toString(configuration.seed()));
        });
        return properties;
    }

    /** Whether the runtime's configuration mentions a driver, so that a refusal concerns the creator of the runtime. */
    boolean areConfiguredFor(DriverPlugin driver) {
        return configuration.simulation().isPresent()
                || configuration.workers().containsKey(driver.name())
                || configuration.driverProperties().containsKey(driver.name());
    }
}
