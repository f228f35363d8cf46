package org.asterism.api.device;

import java.util.Map;
import java.util.Objects;
import org.asterism.api.Architecture;

/**
 * A device that a driver has found, whether it is used or not.
 *
 * @param name the name, such as {@code opencl-0}; the names of its workers begin with it, and it is their property
 *     {@code device.name}
 * @param architecture the architecture of its workers
 * @param model the name that its maker gives it
 * @param memory the size of its memory, in bytes
 * @param used whether the driver opens the device for the runtime in question
 * @param remark the reason why it is not used, or its peculiarities; empty if there are none
 * @param facts further facts for people and programs, such as {@code driver.version} or {@code pci.bus}
 */
public record DeviceDescription(
        String name,
        Architecture architecture,
        String model,
        long memory,
        boolean used,
        String remark,
        Map<String, Object> facts) {
    /** Copies the facts and checks that nothing is null. */
    public DeviceDescription {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(architecture, "architecture");
        Objects.requireNonNull(model, "model");
        Objects.requireNonNull(remark, "remark");
        facts = Map.copyOf(facts);
    }
}
