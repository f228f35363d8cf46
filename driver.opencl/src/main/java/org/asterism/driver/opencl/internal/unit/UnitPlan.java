package org.asterism.driver.opencl.internal.unit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.asterism.driver.opencl.internal.device.DeviceFacts;
import org.asterism.driver.opencl.internal.device.DeviceQueries;
import org.asterism.driver.opencl.internal.device.OpenDevice;
import org.asterism.driver.opencl.internal.settings.Settings;
import org.asterism.spi.driver.ComputeUnit;
import org.jocl.CL;
import org.jocl.cl_device_id;

/** Determines the number and names of each device's units. */
public final class UnitPlan {
    /** Parts of devices are numbered from here on, so that performance models do not take them for whole devices. */
    private static final int FIRST_PART = 1000;

    private UnitPlan() {}

    /**
     * Returns the number of units that each device gets. Each gets one before any gets two.
     *
     * @param places on each device, where a unit can be without sharing: one, or one per part
     * @param settings say how many workers share each of these
     * @param most the number of units that the runtime wants at most; empty if it does not say
     * @return as many numbers as there are devices
     */
    public static int[] counts(List<Integer> places, Settings settings, OptionalInt most) {
        int all = places.stream().mapToInt(Integer::intValue).sum();
        int[] counts = new int[places.size()];
        if (all == 0) {
            return counts;
        }
        int perPlace = settings.workers();
        if (perPlace == 0) {
            perPlace = most.isPresent() ? Math.clamp((most.getAsInt() + all - 1) / all, 1, Settings.MOST_WORKERS) : 1;
        }
        int left = Math.min(most.orElse(Integer.MAX_VALUE), perPlace * all);
        for (int device = 0; left > 0; device = (device + 1) % counts.length) {
            if (counts[device] < perPlace * places.get(device)) {
                counts[device]++;
                left--;
            }
        }
        return counts;
    }

    /**
     * The places of a device's units. They take turns on its parts.
     *
     * @param count the number of units that it gets
     */
    public static List<UnitPlace> places(OpenDevice device, int count) {
        DeviceFacts facts = device.facts();
        List<UnitPlace> places = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            cl_device_id part = device.parts().get(number % device.parts().size());
            Map<String, Object> properties = new HashMap<>(facts.describe());
            properties.put("device.name", facts.name());
            properties.put("device.model", facts.model());
            properties.put(ComputeUnit.DEVICE, facts.number());
            if (device.isDivided()) {
                int units = DeviceQueries.number(part, CL.CL_DEVICE_MAX_COMPUTE_UNITS);
                properties.put("compute.units", units);
                properties.put(ComputeUnit.DEVICE, FIRST_PART * units + facts.number());
            }
            String name = count == 1 ? facts.name() : facts.name() + "." + number;
            places.add(new UnitPlace(name, part, facts.identity(), properties));
        }
        return places;
    }
}
