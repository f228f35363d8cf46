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
     * The service property that names the described machines which the driver brings (String or String[]; none if it is
     * missing), for people who choose one by {@code --sim}.
     */
    String MACHINES = "driver.machines";

    /**
     * Opens the driver's compute units for one runtime.
     *
     * @param request what the runtime wants
     * @return a unit per worker to be, in the order of their numbers; empty if there is no such hardware here
     * @throws IllegalArgumentException if the request cannot be met: the message must say what is allowed
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
     * The hardware that there is now, used or not. May look at the system anew, and take its time.
     *
     * @param request as at {@link #open}, of the runtime that asks: by it a device is used, or is not and the remark
     *     says why
     * @return what was found, and a remark; nothing of both unless the driver says otherwise
     * @throws IllegalArgumentException if the request cannot be met
     */
    default DeviceReport report(DriverRequest request) {
        return new DeviceReport("", "", List.of());
    }
}
