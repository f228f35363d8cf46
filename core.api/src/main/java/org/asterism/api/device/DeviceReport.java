package org.asterism.api.device;

import java.util.List;
import java.util.Objects;

/**
 * The report of a driver about its hardware.
 *
 * @param driver its name
 * @param remark one line, such as the reason why it offers nothing; may be empty
 * @param devices the devices found; empty for a driver that has none or does not report them, such as the one for CPUs
 */
public record DeviceReport(String driver, String remark, List<DeviceDescription> devices) {
    /** Copies the list and checks that nothing is null. */
    public DeviceReport {
        Objects.requireNonNull(driver, "driver");
        Objects.requireNonNull(remark, "remark");
        devices = List.copyOf(devices);
    }
}
