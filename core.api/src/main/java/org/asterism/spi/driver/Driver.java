package org.asterism.spi.driver;

import java.util.List;
import org.asterism.api.device.DeviceReport;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * The service for a kind of hardware. Register it with the property {@link #NAME}; {@link ProvidesDriver} puts the name
 * into the bundle's manifest. One driver serves any number of runtimes at once.
 *
 * <p>When its service is unregistered, the core stops the workers of its compute units and closes these before the
 * unregistration returns; tasks that they have not begun stay with their contexts.
 */
@ConsumerType
public interface Driver {
    /** The service property that names the driver (String, required), such as {@code cpu}. */
    String NAME = "driver.name";

    /**
     * The service property with the names of the described machines that the driver brings (String or String[]; none if
     * it is missing), for users who choose one by {@code --sim}.
     */
    String MACHINES = "driver.machines";

    /**
     * Opens the driver's compute units for one runtime.
     *
     * @param request the runtime's request
     * @return a unit per future worker, in the order of their numbers; empty if there is no such hardware here
     * @throws IllegalArgumentException if the request cannot be met: the message must name the allowed values
     */
    List<ComputeUnit> open(DriverRequest request);

    /**
     * Looks for hardware that has come since the driver was opened for a runtime.
     *
     * @param request as at {@link #open}
     * @param open the units that the runtime has of this driver, without those whose device was lost
     * @return units that it did not have; empty if none has come
     * @throws IllegalArgumentException if the request cannot be met
     */
    default List<ComputeUnit> rescan(DriverRequest request, List<ComputeUnit> open) {
        return List.of();
    }

    /**
     * Returns the present hardware, used or not. May examine the system anew, and take its time.
     *
     * @param request as at {@link #open}, of the runtime that asks: it determines whether a device is used; if not, the
     *     remark says why
     * @return the devices found, and a remark; both empty unless the driver overrides this
     * @throws IllegalArgumentException if the request cannot be met
     */
    default DeviceReport report(DriverRequest request) {
        return new DeviceReport("", "", List.of());
    }
}
