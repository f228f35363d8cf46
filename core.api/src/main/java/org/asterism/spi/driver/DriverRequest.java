package org.asterism.spi.driver;

import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import org.asterism.api.Clock;

/**
 * A runtime's request to a driver.
 *
 * @param mostUnits the greatest number of compute units to open; empty for the number that the driver's configuration
 *     gives
 * @param clock the runtime's clock
 * @param properties the properties for this driver from the runtime's configuration, by name; the driver's
 *     documentation lists them, and it refuses others
 */
public record DriverRequest(OptionalInt mostUnits, Clock clock, Map<String, String> properties) {
    /** Copies the map and checks that nothing is null. */
    public DriverRequest {
        Objects.requireNonNull(mostUnits, "mostUnits");
        properties = Map.copyOf(properties);
        Objects.requireNonNull(clock, "clock");
    }
}
