package org.asterism.driver.opencl.internal;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.util.Map;
import java.util.OptionalInt;
import org.asterism.api.Clock;
import org.asterism.api.device.DeviceReport;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;

/** OpenCL on the processors of this machine, for tests. Without any they are skipped, and say so. */
final class Pocl {
    private Pocl() {}

    static void assumeThere() {
        DeviceReport report = driver().report(new DriverRequest(OptionalInt.empty(), Clock.system(), Map.of()));
        assumeFalse(report.devices().isEmpty(), () -> "SKIPPED, nothing is tested: " + report.remark());
    }

    /** A driver that uses processors, and keeps no kernels. */
    static Driver driver() {
        return new OpenClDriver(Map.of("cpu.devices", true, "cache", "none"));
    }
}
