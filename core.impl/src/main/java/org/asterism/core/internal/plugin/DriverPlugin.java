package org.asterism.core.internal.plugin;

import java.util.function.Supplier;
import org.asterism.spi.driver.Driver;

/**
 * An available driver.
 *
 * @param name the driver's name
 * @param service the source of the driver, which opens compute units
 */
public record DriverPlugin(String name, Supplier<Driver> service) implements Plugin {
    /** One that is there without a container. */
    public DriverPlugin(String name, Driver driver) {
        this(name, () -> driver);
    }

    /** Opens compute units. */
    public Driver driver() {
        return service.get();
    }
}
