package org.example.driver;

import java.util.Map;
import org.asterism.spi.driver.Driver;
import org.asterism.tck.DeviceMemoryContract;

/** Runs the device's memory through the contract of all memories. */
final class EmulatedMemoryTest extends DeviceMemoryContract {
    @Override
    protected Driver driver() {
        return new EmulatedDriver();
    }

    @Override
    protected Map<String, String> properties() {
        return Map.of(Settings.UNITS, "2", Settings.MEMORY, "64");
    }
}
