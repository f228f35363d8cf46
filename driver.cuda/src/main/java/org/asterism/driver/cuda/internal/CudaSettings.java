package org.asterism.driver.cuda.internal;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.asterism.kit.device.DeviceProperties;

/**
 * The checked settings of a runtime and the configuration; the runtime's have precedence.
 *
 * @param devices numbers of the devices to use; empty for all
 * @param workers the number of workers per device; 0 for as many as needed
 * @param pipeline the number of tasks that each worker takes at a time
 * @param memoryLimit the amount of a device's memory that is used; empty for all but the reserve
 * @param memoryReserve the percentage of a device's free memory that stays free
 * @param cache the folder of compiled kernels, as it was given
 */
record CudaSettings(
        Set<Integer> devices, int workers, int pipeline, OptionalLong memoryLimit, int memoryReserve, String cache) {
    private static final int MOST_WORKERS = 64;
    private static final int LONGEST_PIPELINE = 64;
    private static final int LARGEST_RESERVE = 90;

    private static final List<String> NAMES =
            List.of("cache", "devices", "memory.limit", "memory.reserve", "pipeline", "workers");

    /**
     * Checks what was said.
     *
     * @param configured properties of the bundle; those of other names are not looked at
     * @param asked properties of the runtime
     * @throws IllegalArgumentException if a property is unknown to the driver, or has a wrong value: says what is
     *     allowed
     */
    static CudaSettings of(Map<String, ?> configured, Map<String, String> asked) {
        DeviceProperties said = new DeviceProperties("driver.cuda", NAMES, configured, asked);
        return new CudaSettings(
                said.devices("devices"),
                said.number("workers", 0, 0, MOST_WORKERS),
                said.number("pipeline", 2, 1, LONGEST_PIPELINE),
                said.bytes("memory.limit"),
                said.number("memory.reserve", 10, 0, LARGEST_RESERVE),
                said.text("cache"));
    }

    /** Whether a device is used. */
    boolean uses(int device) {
        return devices.isEmpty() || devices.contains(device);
    }

    /** Returns the number of bytes of a device that data may use, given its free memory. */
    long capacity(long free) {
        return Math.max(1, Math.min(free - free / 100 * memoryReserve, memoryLimit.orElse(Long.MAX_VALUE)));
    }
}
