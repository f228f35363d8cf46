package org.asterism.driver.opencl.internal.device;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The facts that a device reports about itself.
 *
 * @param number the number among all devices of all platforms, from 0
 * @param platform its platform's name
 * @param platformVersion its platform's version
 * @param model its name
 * @param vendor its maker
 * @param version its version of OpenCL
 * @param driverVersion its driver's version
 * @param type the type, as bits of {@link #CPU}, {@link #GPU} and {@link #ACCELERATOR}
 * @param memory the size of its memory in bytes
 * @param largestAllocation the largest size of a buffer in bytes
 * @param viewAlignment the offset of a part within a buffer is a multiple of this number of bytes
 * @param computeUnits the number of its compute units
 * @param available whether it can be used
 * @param hasCompiler whether it compiles programs
 * @param littleEndian whether its byte order is that of the host
 * @param addressBits 32 or 64
 * @param sharesMainMemory whether its memory is the host's
 * @param canOvertake whether its queues may be out of order
 * @param pciBus address on the machine's bus; empty if unknown
 * @param identity the part of its description that stays the same when devices are looked for again
 */
public record DeviceFacts(
        int number,
        String platform,
        String platformVersion,
        String model,
        String vendor,
        String version,
        String driverVersion,
        long type,
        long memory,
        long largestAllocation,
        long viewAlignment,
        int computeUnits,
        boolean available,
        boolean hasCompiler,
        boolean littleEndian,
        int addressBits,
        boolean sharesMainMemory,
        boolean canOvertake,
        String pciBus,
        String identity) {
    /** Processors of the host. */
    public static final long CPU = 1 << 1;

    private static final Pattern VERSION = Pattern.compile("OpenCL (\\d{1,4})\\.(\\d{1,4})");

    public static final long GPU = 1 << 2;
    public static final long ACCELERATOR = 1 << 3;

    /** The device's name for people and programs. */
    public String name() {
        return "opencl-" + number;
    }

    /** Whether it computes on processors of the host. */
    public boolean isCpu() {
        return (type & CPU) != 0;
    }

    /**
     * Whether it speaks a version of OpenCL.
     *
     * @return false if it speaks an older one, or does not say which
     */
    public boolean speaks(int major, int minor) {
        Matcher matcher = VERSION.matcher(version);
        return matcher.lookingAt()
                && (Integer.parseInt(matcher.group(1)) > major
                        || Integer.parseInt(matcher.group(1)) == major && Integer.parseInt(matcher.group(2)) >= minor);
    }

    /** Its kind, in one word. */
    public String typeName() {
        if (isCpu()) {
            return "cpu";
        }
        return (type & GPU) != 0 ? "gpu" : (type & ACCELERATOR) != 0 ? "accelerator" : "other";
    }

    /** All that the compiled form of a program depends on besides the program. */
    public List<String> compilerTarget() {
        return List.of(
                platform, platformVersion, model, vendor, version, driverVersion, Integer.toString(computeUnits));
    }

    /** For people and filters. */
    public Map<String, Object> describe() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("device.type", typeName());
        facts.put("device.vendor", vendor);
        facts.put("platform", platform);
        facts.put("opencl.version", version);
        facts.put("driver.version", driverVersion);
        facts.put("compute.units", computeUnits);
        facts.put("memory.largest.allocation", largestAllocation);
        facts.put("memory.shared", sharesMainMemory);
        if (!pciBus.isEmpty()) {
            facts.put("pci.bus", pciBus);
        }
        return facts;
    }

    /** Returns the peculiarities of the device; empty if there are none. */
    public String remark() {
        List<String> remarks = new ArrayList<>();
        if (sharesMainMemory) {
            remarks.add("shares main memory");
        }
        return String.join(", ", remarks);
    }
}
