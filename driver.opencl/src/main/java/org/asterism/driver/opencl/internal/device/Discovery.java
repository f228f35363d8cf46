package org.asterism.driver.opencl.internal.device;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.asterism.driver.opencl.internal.library.ErrorCode;
import org.asterism.driver.opencl.internal.library.OpenClException;
import org.asterism.driver.opencl.internal.library.OpenClLibrary;
import org.asterism.driver.opencl.internal.library.SignalHandlers;
import org.jocl.CL;
import org.jocl.cl_device_id;
import org.jocl.cl_platform_id;

/**
 * Looks for devices. There may be none for several reasons: no library, a broken one, no platform, or a platform
 * without devices. Each ends in a remark, none in an exception.
 */
public final class Discovery {
    private static final long ALL_TYPES = 0xFFFFFFFFL;
    /** Of OpenCL 1, and answered by all younger versions. */
    private static final int QUEUE_PROPERTIES = 0x102A;

    private static final int HOST_UNIFIED_MEMORY = 0x1035;
    private static final int DEVICE_UUID = 0x106A;
    private static final int UUID_BYTES = 16;

    /**
     * The result of a search.
     *
     * @param devices of all platforms, by number
     * @param remark the reason why there are none, or a fault of a platform; may be empty
     */
    public record Found(List<FoundDevice> devices, String remark) {}

    private final Map<String, Integer> alike = new HashMap<>();
    private final List<FoundDevice> devices = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();

    private Discovery() {}

    /**
     * Looks for devices now. One thread at a time: a platform makes its devices at the first look, and PoCL ends the
     * process if another thread asks about one that is not finished.
     */
    public static synchronized Found find() {
        String problem = OpenClLibrary.problem();
        if (!problem.isEmpty()) {
            return new Found(List.of(), "no OpenCL: " + problem);
        }
        Discovery discovery = new Discovery();
        try {
            SignalHandlers.keepDuring(discovery::search);
        } catch (LinkageError | RuntimeException failed) {
            discovery.remarks.add("no OpenCL: " + OpenClLibrary.reason(failed));
        }
        return new Found(List.copyOf(discovery.devices), String.join("; ", discovery.remarks));
    }

    /** Whether there is a platform. */
    private boolean search() {
        int[] count = new int[1];
        int code = CL.clGetPlatformIDs(0, null, count);
        if (code == ErrorCode.PLATFORM_NOT_FOUND || code == ErrorCode.SUCCESS && count[0] == 0) {
            remarks.add("no OpenCL: the library is there, but no platform is installed");
            return false;
        }
        ErrorCode.check("clGetPlatformIDs", code);
        cl_platform_id[] platforms = new cl_platform_id[count[0]];
        ErrorCode.check("clGetPlatformIDs", CL.clGetPlatformIDs(platforms.length, platforms, null));
        for (cl_platform_id platform : platforms) {
            try {
                search(platform);
            } catch (OpenClException broken) {
                remarks.add("a platform cannot be used: " + broken.getMessage());
            }
        }
        if (devices.isEmpty() && remarks.isEmpty()) {
            remarks.add("no OpenCL: no platform has a device");
        }
        return true;
    }

    private void search(cl_platform_id platform) {
        String name = DeviceQueries.platformText(platform, CL.CL_PLATFORM_NAME);
        String version = DeviceQueries.platformText(platform, CL.CL_PLATFORM_VERSION);
        int[] count = new int[1];
        int code = CL.clGetDeviceIDs(platform, ALL_TYPES, 0, null, count);
        if (code == ErrorCode.DEVICE_NOT_FOUND || code == ErrorCode.SUCCESS && count[0] == 0) {
            return;
        }
        ErrorCode.check("clGetDeviceIDs of platform " + name, code);
        cl_device_id[] found = new cl_device_id[count[0]];
        ErrorCode.check(
                "clGetDeviceIDs of platform " + name,
                CL.clGetDeviceIDs(platform, ALL_TYPES, found.length, found, null));
        for (cl_device_id device : found) {
            try {
                devices.add(new FoundDevice(platform, device, facts(device, name, version)));
            } catch (OpenClException broken) {
                remarks.add("a device of platform " + name + " cannot be used: " + broken.getMessage());
            }
        }
    }

    private DeviceFacts facts(cl_device_id device, String platform, String platformVersion) {
        String model = DeviceQueries.text(device, CL.CL_DEVICE_NAME);
        String extensions = DeviceQueries.text(device, CL.CL_DEVICE_EXTENSIONS);
        long type = DeviceQueries.word(device, CL.CL_DEVICE_TYPE);
        long queue = DeviceQueries.word(device, QUEUE_PROPERTIES);
        String bus = BusAddress.of(device, extensions);
        return new DeviceFacts(
                devices.size(),
                platform,
                platformVersion,
                model,
                DeviceQueries.text(device, CL.CL_DEVICE_VENDOR),
                DeviceQueries.text(device, CL.CL_DEVICE_VERSION),
                DeviceQueries.text(device, CL.CL_DRIVER_VERSION),
                type,
                DeviceQueries.word(device, CL.CL_DEVICE_GLOBAL_MEM_SIZE),
                DeviceQueries.word(device, CL.CL_DEVICE_MAX_MEM_ALLOC_SIZE),
                Math.max(1, DeviceQueries.number(device, CL.CL_DEVICE_MEM_BASE_ADDR_ALIGN) / Byte.SIZE),
                DeviceQueries.number(device, CL.CL_DEVICE_MAX_COMPUTE_UNITS),
                DeviceQueries.truth(device, CL.CL_DEVICE_AVAILABLE),
                DeviceQueries.truth(device, CL.CL_DEVICE_COMPILER_AVAILABLE),
                DeviceQueries.truth(device, CL.CL_DEVICE_ENDIAN_LITTLE),
                DeviceQueries.number(device, CL.CL_DEVICE_ADDRESS_BITS),
                (type & DeviceFacts.CPU) != 0 || DeviceQueries.truth(device, HOST_UNIFIED_MEMORY),
                (queue & CL.CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0,
                bus,
                identity(device, extensions, platform + "/" + model + "/" + bus));
    }

    /** Devices that are alike in all that they tell are counted. */
    private String identity(cl_device_id device, String extensions, String description) {
        String told = description;
        if (extensions.contains("cl_khr_device_uuid")) {
            try {
                byte[] uuid = DeviceQueries.bytes(device, DEVICE_UUID, UUID_BYTES);
                told = description + "/" + HexFormat.of().formatHex(uuid);
            } catch (OpenClException unknown) {
                told = description;
            }
        }
        return told + "#" + alike.merge(told, 1, Integer::sum);
    }
}
