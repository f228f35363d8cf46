package org.asterism.api.device;

import java.util.List;
import java.util.Objects;

/**
 * What a driver that is there has to say of its hardware.
 *
 * @param driver its name
 * @param remark in one line, such as why it offers nothing; empty if there is nothing to say
 * @param devices what it has found; empty for a driver that has none, or does not tell, as that for CPUs
 */
public record DeviceReport(String driver, String remark, List<DeviceDescription> devices) {
    /** Copies the list and checks that nothing is null. */
    public DeviceReport {
        Objects.requireNonNull(driver, "driver");
        Objects.requireNonNull(remark, "remark");
        devices = List.copyOf(devices);
    }
}
