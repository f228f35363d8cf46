package org.asterism.spi.driver;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * The service that brings a kind of hardware. Register it with the property {@link #NAME}; {@link ProvidesDriver} puts the
 * name into the bundle's manifest. One driver serves any number of runtimes at once.
 *
 * <p>When its service is unregistered, the core stops the workers of its compute units and closes these before the
 * unregistration returns; tasks that they have not begun stay with their contexts.
 */
@ConsumerType
public interface Driver {
    /** The service property that names the driver (String, required), such as {@code cpu}. */
    String NAME = "driver.name";

    /**
     * Opens the driver's compute units for one runtime.
     *
     * @param request what the runtime wants
     * @return a unit per worker to be, in the order of their numbers; empty if there is no such hardware here
     * @throws IllegalArgumentException if the request cannot be met: the message must say what is allowed
     */
    List<ComputeUnit> open(DriverRequest request);
}
