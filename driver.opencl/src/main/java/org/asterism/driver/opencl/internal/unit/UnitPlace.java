package org.asterism.driver.opencl.internal.unit;

import java.util.Map;
import org.jocl.cl_device_id;

/**
 * The place where a unit computes.
 *
 * @param name the unit's
 * @param part the device, or the part of it
 * @param identity of the device, by which it is recognised when devices are looked for again
 * @param properties the unit's properties
 */
public record UnitPlace(String name, cl_device_id part, String identity, Map<String, Object> properties) {
    /** Copies the properties. */
    public UnitPlace {
        properties = Map.copyOf(properties);
    }
}
