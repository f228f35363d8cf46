package org.asterism.spi.driver;

import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import org.asterism.api.Clock;

/**
 * What a runtime wants of a driver.
 *
 * @param mostUnits how many compute units to open at most; empty for as many as the driver is configured to
 * @param clock the runtime's clock
 * @param properties what the runtime's configuration says to this driver, by name; the driver's documentation says what
 *     there is, and it refuses what it does not know
 */
public record DriverRequest(OptionalInt mostUnits, Clock clock, Map<String, String> properties) {
    /** Copies the map and checks that nothing is null. */
    public DriverRequest {
        Objects.requireNonNull(mostUnits, "mostUnits");
        properties = Map.copyOf(properties);
        Objects.requireNonNull(clock, "clock");
    }
}
