package org.asterism.spi.driver;

import java.util.Objects;
import java.util.OptionalInt;
import org.asterism.api.Clock;

/**
 * What a runtime wants of a driver.
 *
 * @param mostUnits how many compute units to open at most; empty for as many as the driver is configured to
 * @param clock the runtime's clock
 */
public record DriverRequest(OptionalInt mostUnits, Clock clock) {
    /** Checks that nothing is null. */
    public DriverRequest {
        Objects.requireNonNull(mostUnits, "mostUnits");
        Objects.requireNonNull(clock, "clock");
    }
}
