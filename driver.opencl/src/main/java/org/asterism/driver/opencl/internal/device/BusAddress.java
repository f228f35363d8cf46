package org.asterism.driver.opencl.internal.device;

import java.util.Locale;
import org.asterism.driver.opencl.internal.library.OpenClException;
import org.jocl.cl_device_id;

/** Finds the address of a device on the machine's bus. Each maker reports it differently. */
final class BusAddress {
    private static final int KHRONOS = 0x410F;
    private static final int NVIDIA_BUS = 0x4008;
    private static final int NVIDIA_SLOT = 0x4009;
    private static final int NVIDIA_DOMAIN = 0x400A;
    private static final int AMD_TOPOLOGY = 0x4037;
    private static final int AMD_TOPOLOGY_BYTES = 24;
    private static final int AMD_PCI_EXPRESS = 1;
    private static final int DEVICE_BITS = 5;

    private BusAddress() {}

    /** Such as {@code 0000:3b:00.0}; empty if the device does not tell. */
    static String of(cl_device_id device, String extensions) {
        try {
            if (extensions.contains("cl_khr_pci_bus_info")) {
                int[] numbers = DeviceQueries.numbers(device, KHRONOS, 4);
                return format(numbers[0], numbers[1], numbers[2], numbers[3]);
            }
            if (extensions.contains("cl_nv_device_attribute_query")) {
                int slot = DeviceQueries.number(device, NVIDIA_SLOT);
                return format(domain(device), DeviceQueries.number(device, NVIDIA_BUS), slot >> 3, slot & 7);
            }
            if (extensions.contains("cl_amd_device_attribute_query")) {
                byte[] topology = DeviceQueries.bytes(device, AMD_TOPOLOGY, AMD_TOPOLOGY_BYTES);
                if (topology[0] == AMD_PCI_EXPRESS) {
                    return format(0, topology[21] & 0xFF, topology[22] & 0xFF, topology[23] & 0xFF);
                }
            }
        } catch (OpenClException unknown) {
            return "";
        }
        return "";
    }

    /** Older drivers know no domains. */
    private static int domain(cl_device_id device) {
        try {
            return DeviceQueries.number(device, NVIDIA_DOMAIN);
        } catch (OpenClException unknown) {
            return 0;
        }
    }

    private static String format(int domain, int bus, int device, int function) {
        return String.format(
                Locale.ROOT, "%04x:%02x:%02x.%x", domain, bus, device & ((1 << DEVICE_BITS) - 1), function);
    }
}
