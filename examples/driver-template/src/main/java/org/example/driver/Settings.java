package org.example.driver;

import java.util.List;
import java.util.Map;
import org.asterism.kit.device.DeviceProperties;

/**
 * The properties that a runtime gives to the driver.
 *
 * @param units the number of compute units
 * @param memoryBytes the capacity of the device's memory
 */
record Settings(int units, long memoryBytes) {
    /** The property with the number of units. */
    static final String UNITS = "units";

    /** The property with the capacity of the memory, in MiB. */
    static final String MEMORY = "memory.mib";

    private static final int MOST_UNITS = 64;
    private static final int DEFAULT_MIB = 256;
    private static final int MOST_MIB = 1 << 20;

    /**
     * Reads and checks the properties.
     *
     * @throws IllegalArgumentException if a name or a value is wrong; the message tells what is allowed
     */
    static Settings of(Map<String, String> asked) {
        DeviceProperties properties =
                new DeviceProperties("driver." + EmulatedDriver.DRIVER, List.of(UNITS, MEMORY), Map.of(), asked);
        return new Settings(
                properties.number(UNITS, 1, 1, MOST_UNITS),
                (long) properties.number(MEMORY, DEFAULT_MIB, 1, MOST_MIB) << 20);
    }
}
