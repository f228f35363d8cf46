package org.asterism.driver.opencl.internal.settings;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.asterism.driver.opencl.internal.device.DeviceFacts;

/**
 * What a runtime and the configuration say, checked; the runtime's word wins.
 *
 * @param devices numbers of the devices to use; empty for all
 * @param platform a part of the names of the platforms to use, in lower case; empty for all
 * @param cpuDevices whether devices are used that are processors of the host
 * @param workers how many per device; 0 for as many as needed
 * @param pipeline how many tasks each worker takes at a time
 * @param memoryLimit how much memory of a device is used; empty for all but the reserve
 * @param memoryReserve percent of a device's memory that stay free
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
     * @throws IllegalArgumentException if a property is unknown to the driver, or has a wrong value: says what is allowed
     */
    public static Settings of(Map<String, ?> configured, Map<String, String> asked) {
        for (String name : asked.keySet()) {
            if (!NAMES.contains(name)) {
                throw new IllegalArgumentException(
                        "driver.opencl knows no property '" + name + "': there are " + String.join(", ", NAMES));
            }
        }
        Map<String, String> said = new HashMap<>();
        for (String name : NAMES) {
            Object value = asked.containsKey(name) ? asked.get(name) : configured.get(name);
            String text = value == null ? "" : value.toString().strip();
            if (!text.isEmpty()) {
                said.put(name, text);
            }
        }
        return new Settings(
                numbers(said.getOrDefault("devices", "all")),
                said.getOrDefault("platform", "").toLowerCase(Locale.ROOT),
                truth(CPU_DEVICES, said),
                number("workers", said, 0, 0, MOST_WORKERS),
                number("pipeline", said, 2, 1, LONGEST_PIPELINE),
                limit(said.get("memory.limit")),
                number("memory.reserve", said, 10, 0, LARGEST_RESERVE),
                said.getOrDefault("cache", ""),
                truth("zero.copy", said),
                parts(said.get("sub.devices")),
                truth("out.of.order", said),
                truth("shared.context", said));
    }

    /**
     * Why a device is not used by these settings.
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
            return "it computes on the processors of this machine, as the workers of driver.cpu do: cpu.devices=true uses it";
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

    private static IllegalArgumentException wrong(String name, String value, String allowed) {
        return new IllegalArgumentException(
                "driver.opencl: property '" + name + "' is '" + value + "': give " + allowed);
    }

    private static boolean truth(String name, Map<String, String> said) {
        String value = said.getOrDefault(name, "false");
        if (!value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
            throw wrong(name, value, "true or false");
        }
        return Boolean.parseBoolean(value);
    }

    private static int number(String name, Map<String, String> said, int standard, int least, int most) {
        String value = said.get(name);
        if (value == null) {
            return standard;
        }
        try {
            int number = Integer.parseInt(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException noNumber) {
            throw wrong(name, value, "a number from " + least + " to " + most);
        }
        throw wrong(name, value, "a number from " + least + " to " + most);
    }

    private static Set<Integer> numbers(String text) {
        if (text.equalsIgnoreCase("all")) {
            return Set.of();
        }
        try {
            Set<Integer> numbers = Stream.of(text.split(",", -1))
                    .map(String::strip)
                    .map(Integer::valueOf)
                    .collect(Collectors.toCollection(TreeSet::new));
            if (numbers.stream().allMatch(number -> number >= 0)) {
                return numbers;
            }
        } catch (NumberFormatException noNumber) {
            throw wrong("devices", text, "numbers of devices such as 0,2, or all");
        }
        throw wrong("devices", text, "numbers of devices such as 0,2, or all");
    }

    private static List<Integer> parts(String text) {
        if (text == null) {
            return List.of();
        }
        String allowed =
                "the number of compute units in each part, such as 1, or one number for each part, such as 1,3";
        try {
            List<Integer> parts = Arrays.stream(text.split(",", -1))
                    .map(String::strip)
                    .map(Integer::valueOf)
                    .toList();
            if (parts.stream().allMatch(units -> units > 0)) {
                return parts;
            }
        } catch (NumberFormatException noNumber) {
            throw wrong("sub.devices", text, allowed);
        }
        throw wrong("sub.devices", text, allowed);
    }

    private static OptionalLong limit(String text) {
        if (text == null) {
            return OptionalLong.empty();
        }
        String allowed = "a number of bytes such as 65536, 64k, 16m or 1g";
        String lower = text.toLowerCase(Locale.ROOT);
        int shift = switch (lower.charAt(lower.length() - 1)) {
            case 'k' -> 10;
            case 'm' -> 20;
            case 'g' -> 30;
            default -> 0;
        };
        try {
            long number = Long.parseLong(shift == 0 ? lower : lower.substring(0, lower.length() - 1));
            if (number > 0 && number <= Long.MAX_VALUE >> shift) {
                return OptionalLong.of(number << shift);
            }
        } catch (NumberFormatException noNumber) {
            throw wrong("memory.limit", text, allowed);
        }
        throw wrong("memory.limit", text, allowed);
    }
}
