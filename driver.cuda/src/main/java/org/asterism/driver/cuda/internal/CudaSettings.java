package org.asterism.driver.cuda.internal;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a runtime and the configuration say, checked; the runtime's word wins.
 *
 * @param devices numbers of the devices to use; empty for all
 * @param workers how many per device; 0 for as many as needed
 * @param pipeline how many tasks each worker takes at a time
 * @param memoryLimit how much memory of a device is used; empty for all but the reserve
 * @param memoryReserve percent of a device's free memory that stay so
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
     * @throws IllegalArgumentException if a property is unknown to the driver, or has a wrong value: says what is allowed
     */
    static CudaSettings of(Map<String, ?> configured, Map<String, String> asked) {
        for (String name : asked.keySet()) {
            if (!NAMES.contains(name)) {
                throw new IllegalArgumentException(
                        "driver.cuda knows no property '" + name + "': there are " + String.join(", ", NAMES));
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
        return new CudaSettings(
                numbers(said.getOrDefault("devices", "all")),
                number("workers", said, 0, 0, MOST_WORKERS),
                number("pipeline", said, 2, 1, LONGEST_PIPELINE),
                limit(said.get("memory.limit")),
                number("memory.reserve", said, 10, 0, LARGEST_RESERVE),
                said.getOrDefault("cache", ""));
    }

    /** Whether a device is used. */
    boolean uses(int device) {
        return devices.isEmpty() || devices.contains(device);
    }

    /** How many bytes data may use of a device, of which so much is free. */
    long capacity(long free) {
        return Math.max(1, Math.min(free - free / 100 * memoryReserve, memoryLimit.orElse(Long.MAX_VALUE)));
    }

    private static IllegalArgumentException wrong(String name, String value, String allowed) {
        return new IllegalArgumentException("driver.cuda: property '" + name + "' is '" + value + "': give " + allowed);
    }

    private static int number(String name, Map<String, String> said, int standard, int least, int most) {
        String value = said.get(name);
        if (value == null) {
            return standard;
        }
        String allowed = "a number from " + least + " to " + most;
        try {
            int number = Integer.parseInt(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException noNumber) {
            throw wrong(name, value, allowed);
        }
        throw wrong(name, value, allowed);
    }

    private static Set<Integer> numbers(String text) {
        if (text.equalsIgnoreCase("all")) {
            return Set.of();
        }
        String allowed = "numbers of devices such as 0,2, or all";
        try {
            Set<Integer> numbers = Stream.of(text.split(",", -1))
                    .map(String::strip)
                    .map(Integer::valueOf)
                    .collect(Collectors.toCollection(TreeSet::new));
            if (numbers.stream().allMatch(number -> number >= 0)) {
                return numbers;
            }
        } catch (NumberFormatException noNumber) {
            throw wrong("devices", text, allowed);
        }
        throw wrong("devices", text, allowed);
    }

    private static OptionalLong limit(String text) {
        if (text == null) {
            return OptionalLong.empty();
        }
        String allowed = "a number of bytes such as 65536, 64k, 16m or 1g";
        String lower = text.toLowerCase(Locale.ROOT);
        int unit = "kmg".indexOf(lower.charAt(lower.length() - 1));
        try {
            long number = Long.parseLong(unit < 0 ? lower : lower.substring(0, lower.length() - 1));
            int shift = 10 * (unit + 1);
            if (number > 0 && number <= Long.MAX_VALUE >> shift) {
                return OptionalLong.of(number << shift);
            }
        } catch (NumberFormatException noNumber) {
            throw wrong("memory.limit", text, allowed);
        }
        throw wrong("memory.limit", text, allowed);
    }
}
