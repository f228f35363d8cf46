package org.asterism.driver.cuda.internal;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.asterism.api.Architecture;
import org.asterism.api.device.DeviceDescription;
import org.asterism.driver.cuda.internal.library.CudaLibrary;
import org.asterism.spi.driver.ComputeUnit;

/**
 * A device with the driver's information about it.
 *
 * @param number the number among the devices that the driver lists
 * @param model the maker's name for it
 * @param memory the size of its memory in bytes
 * @param capability compute capability, ten for each major version and one for each minor one
 * @param multiprocessors the number of its multiprocessors
 * @param bus its address on the machine's bus; empty if unknown
 * @param driverVersion a thousand for each major version of CUDA and ten for each minor one
 */
record FoundDevice(
        int number, String model, long memory, int capability, int multiprocessors, String bus, int driverVersion) {
    /** Asks for everything. */
    static FoundDevice of(CudaLibrary library, int number) {
        return new FoundDevice(
                number,
                library.deviceName(number),
                library.deviceMemory(number),
                10 * library.deviceAttribute(CudaLibrary.COMPUTE_CAPABILITY_MAJOR, number)
                        + library.deviceAttribute(CudaLibrary.COMPUTE_CAPABILITY_MINOR, number),
                library.deviceAttribute(CudaLibrary.MULTIPROCESSORS, number),
                library.pciBus(number).toLowerCase(Locale.ROOT),
                library.driverVersion());
    }

    String name() {
        return CudaDriver.DRIVER + "-" + number;
    }

    /** Whether this is the library of the tests, which has no device. */
    boolean isStandIn() {
        return model.contains("stand-in");
    }

    private Map<String, Object> facts() {
        Map<String, Object> facts = new HashMap<>();
        facts.put("device.type", "gpu");
        facts.put("compute.capability", capability / 10 + "." + capability % 10);
        facts.put("multiprocessors", multiprocessors);
        facts.put("driver.version", driverVersion / 1000 + "." + driverVersion % 1000 / 10);
        if (!bus.isEmpty()) {
            facts.put(ComputeUnit.PCI_BUS, bus);
        }
        return facts;
    }

    /** Facts of the device's units. */
    Map<String, Object> properties() {
        Map<String, Object> properties = facts();
        properties.put(ComputeUnit.DEVICE, number);
        properties.put("device.name", name());
        properties.put("device.model", model);
        return properties;
    }

    DeviceDescription description(boolean used) {
        String remark = isStandIn()
                ? "no GPU: a stand-in for tests, on the host's memory"
                : used ? "" : "property 'devices' does not name it";
        return new DeviceDescription(name(), Architecture.CUDA, model, memory, used, remark, facts());
    }
}
