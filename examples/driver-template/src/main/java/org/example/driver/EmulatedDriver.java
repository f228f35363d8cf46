package org.example.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.asterism.api.Architecture;
import org.asterism.api.device.DeviceDescription;
import org.asterism.api.device.DeviceReport;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;
import org.asterism.spi.driver.ProvidesDriver;
import org.osgi.service.component.annotations.Component;

/**
 * The service that Asterism finds: opens the units of the device for each runtime.
 *
 * <p>The device is emulated. Its memory is a part of main memory, and its units are threads that run Java kernels. So
 * every machine has one, and existing applications use it without changes.
 */
@ProvidesDriver(EmulatedDriver.DRIVER)
@Component(property = Driver.NAME + "=" + EmulatedDriver.DRIVER)
public final class EmulatedDriver implements Driver {
    /** The name by which users request the driver; also the name of the device. */
    static final String DRIVER = "emulated";

    /** The kernels that units run. A real device has its own architecture: {@code Architecture.of("npu")}. */
    static final Architecture ARCHITECTURE = Architecture.CPU;

    /** Made by Declarative Services. Looks for no hardware: {@link #open} does, when a runtime needs it. */
    public EmulatedDriver() {}

    @Override
    public List<ComputeUnit> open(DriverRequest request) {
        Settings settings = Settings.of(request.properties());
        int count = Math.min(settings.units(), request.mostUnits().orElse(Integer.MAX_VALUE));
        List<ComputeUnit> units = new ArrayList<>();
        if (count > 0) {
            EmulatedMemory memory = new EmulatedMemory(settings.memoryBytes()); // one for all units of a device
            for (int number = 0; number < count; number++) {
                units.add(new EmulatedUnit(number, memory));
            }
        }
        return units;
    }

    @Override
    public DeviceReport report(DriverRequest request) {
        Settings settings = Settings.of(request.properties());
        boolean isUsed = request.mostUnits().orElse(settings.units()) > 0;
        return new DeviceReport(
                DRIVER,
                "",
                List.of(new DeviceDescription(
                        DRIVER,
                        ARCHITECTURE,
                        "part of main memory",
                        settings.memoryBytes(),
                        isUsed,
                        isUsed ? "" : "the runtime asks for 0 workers",
                        Map.of())));
    }
}
