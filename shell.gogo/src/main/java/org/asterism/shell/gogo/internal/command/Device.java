package org.asterism.shell.gogo.internal.command;

import java.util.HashMap;
import java.util.Map;
import org.asterism.api.Worker;
import org.asterism.api.device.DeviceDescription;

/** Device properties of a worker, which its driver reports. */
final class Device {
    /** Property with the driver's name for the device. */
    private static final String NAME = "device.name";

    /** Property with the manufacturer's name for the device. */
    private static final String MODEL = "device.model";

    private Device() {}

    /** Whether a worker runs on a device. */
    static boolean has(Worker worker, DeviceDescription device) {
        return worker.architecture() == device.architecture()
                && device.name().equals(worker.properties().get(NAME));
    }

    /** Returns the model or otherwise the name of a worker's device, or null if it has none. */
    static String of(Worker worker) {
        Map<String, Object> properties = worker.properties();
        Object shown = properties.getOrDefault(MODEL, properties.get(NAME));
        return shown == null ? null : shown.toString();
    }

    /** Returns the properties without those that {@link #of} uses. */
    static Map<String, Object> without(Map<String, Object> properties) {
        Map<String, Object> others = new HashMap<>(properties);
        if (others.remove(MODEL) == null) {
            others.remove(NAME);
        }
        return others;
    }
}
