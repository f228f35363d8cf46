package org.asterism.driver.opencl.internal.settings;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.asterism.driver.opencl.internal.device.DeviceFacts;
import org.asterism.kit.device.DeviceProperties;

/**
 * The checked settings of a runtime and the configuration; the runtime's have precedence.
 *
 * @param devices numbers of the devices to use; empty for all
 * @param platform a part of the names of the platforms to use, in lower case; empty for all
 * @param cpuDevices whether devices are used that are processors of the host
 * @param workers the number of workers per device; 0 for as many as needed
 * @param pipeline the number of tasks that each worker takes at a time
 * @param memoryLimit the amount of a device's memory that is used; empty for all but the reserve
 * @param memoryReserve the percentage of a device's memory that stays free
 * @param cache the folder of compiled kernels, as it was given
 * @param zeroCopy whether devices that share main memory work in it
 * @param subDevices compute units of each part of a device; one number for equal parts, empty to leave devices whole
 * @param outOfOrder whether the kernels of one worker may overlap
 * @param sharedContext whether the devices of one platform copy to each other
 */
public record Settings(
        Set<Integer> devices,
        String platform,
        boolean cpuDevices,
        int workers,
        int pipeline,
        OptionalLong memoryLimit,
        int memoryReserve,
        String cache,
        boolean zeroCopy,
        List<Integer> subDevices,
        boolean outOfOrder,
        boolean sharedContext) {
    /** The property that has devices used which are processors of the host. */
    public static final String CPU_DEVICES = "cpu.devices";

    /** More than this per device is a mistake. */
    public static final int MOST_WORKERS = 64;

    private static final int LONGEST_PIPELINE = 64;
    private static final int LARGEST_RESERVE = 90;

    private static final List<String> NAMES = List.of(
            "cache",
            CPU_DEVICES,
            "devices",
            "memory.limit",
            "memory.reserve",
            "out.of.order",
            "pipeline",
            "platform",
            "shared.context",
            "sub.devices",
            "workers",
            "zero.copy");

    /**
     * Checks what was said.
     *
     * @param configured properties of the bundle; those of other names are not looked at
     * @param asked properties of the runtime
     * @throws IllegalArgumentException if a property is unknown to the driver, or has a wrong value: says what is
     *     allowed
     */
    public static Settings of(Map<String, ?> configured, Map<String, String> asked) {
        DeviceProperties said = new DeviceProperties("driver.opencl", NAMES, configured, asked);
        return new Settings(
                said.devices("devices"),
                said.text("platform").toLowerCase(Locale.ROOT),
                said.truth(CPU_DEVICES),
                said.number("workers", 0, 0, MOST_WORKERS),
                said.number("pipeline", 2, 1, LONGEST_PIPELINE),
                said.bytes("memory.limit"),
                said.number("memory.reserve", 10, 0, LARGEST_RESERVE),
                said.text("cache"),
                said.truth("zero.copy"),
                said.numbers(
                        "sub.devices",
                        1,
                        "the number of compute units in each part, such as 1, or one number for each part, such as "
                                + "1,3"),
                said.truth("out.of.order"),
                said.truth("shared.context"));
    }

    /**
     * Returns the reason why a device is not used by these settings.
     *
     * @return empty if it is used
     */
    public String refusal(DeviceFacts device) {
        if (!device.available()) {
            return "the platform says that it is not available";
        }
        if (!device.speaks(1, 2)) {
            return "it speaks " + device.version() + ", and OpenCL 1.2 is needed";
        }
        if (!device.hasCompiler()) {
            return "it has no compiler for kernels";
        }
        if (device.addressBits() != Long.SIZE || !device.littleEndian()) {
            return "it is no little-endian device with 64 bit addresses";
        }
        if (!devices.isEmpty() && !devices.contains(device.number())) {
            return "property 'devices' does not name it";
        }
        if (!device.platform().toLowerCase(Locale.ROOT).contains(platform)) {
            return "property 'platform' is '" + platform + "'";
        }
        if (device.isCpu() && !cpuDevices) {
            return "it computes on the processors of this machine, as the workers of driver.cpu do: cpu.devices=true "
                    + "uses it";
        }
        return "";
    }

    /** The same settings with devices that are processors of the host. */
    public Settings withCpuDevices() {
        return new Settings(
                devices,
                platform,
                true,
                workers,
                pipeline,
                memoryLimit,
                memoryReserve,
                cache,
                zeroCopy,
                subDevices,
                outOfOrder,
                sharedContext);
    }
}
