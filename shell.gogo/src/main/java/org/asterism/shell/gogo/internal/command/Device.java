package org.asterism.shell.gogo.internal.command;

import java.util.HashMap;
import java.util.Map;
import org.asterism.api.Worker;
import org.asterism.api.device.DeviceDescription;

/** What drivers say of the device that a worker is on. */
final class Device {
    /** The property with the name that the driver gave it. */
    private static final String NAME = "device.name";

    /** The property with what its maker calls it. */
    private static final String MODEL = "device.model";

    private Device() {}

    /** Whether a worker is on a device. */
    static boolean has(Worker worker, DeviceDescription device) {
        return worker.architecture() == device.architecture()
                && device.name().equals(worker.properties().get(NAME));
    }

    /** The model, or else the name, of the device that a worker is on; null if it is on none. */
    static String of(Worker worker) {
        Map<String, Object> properties = worker.properties();
        Object shown = properties.getOrDefault(MODEL, properties.get(NAME));
        return shown == null ? null : shown.toString();
    }

    /** Properties without what {@link #of} tells. */
    static Map<String, Object> without(Map<String, Object> properties) {
        Map<String, Object> others = new HashMap<>(properties);
        if (others.remove(MODEL) == null) {
            others.remove(NAME);
        }
        return others;
    }
}
