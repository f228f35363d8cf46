package org.asterism.driver.opencl.internal.device;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jocl.CL;
import org.jocl.cl_device_id;
import org.jocl.cl_platform_id;

/** Opens devices: each in a context of its own, or those of a platform in one that they share. */
public final class Opening {
    private final List<Integer> subDevices;
    private final boolean sharedContext;

    /**
     * Says how devices are opened.
     *
     * @param subDevices compute units of each part of a device; empty to leave devices whole
     * @param sharedContext whether the devices of one platform share a context
     */
    public Opening(List<Integer> subDevices, boolean sharedContext) {
        this.subDevices = List.copyOf(subDevices);
        this.sharedContext = sharedContext;
    }

    /**
     * Opens devices. Those that were opened before one cannot be are closed again.
     *
     * @param devices to be opened
     * @return in their order; nobody holds them
     * @throws IllegalArgumentException if a device cannot be divided as it should
     */
    public List<OpenDevice> open(List<FoundDevice> devices) {
        List<List<cl_device_id>> parts = new ArrayList<>();
        Map<cl_platform_id, List<cl_device_id>> platforms = new HashMap<>();
        try {
            for (FoundDevice device : devices) {
                List<cl_device_id> handles =
                        subDevices.isEmpty() ? List.of(device.handle()) : Partitioning.divide(device, subDevices);
                parts.add(handles);
                platforms
                        .computeIfAbsent(device.platform(), platform -> new ArrayList<>())
                        .addAll(handles);
            }
        } catch (RuntimeException refused) {
            parts.forEach(this::release);
            throw refused;
        }
        return open(devices, parts, platforms);
    }

    private List<OpenDevice> open(
            List<FoundDevice> devices,
            List<List<cl_device_id>> parts,
            Map<cl_platform_id, List<cl_device_id>> platforms) {
        Map<cl_platform_id, OpenContext> contexts = new HashMap<>();
        List<OpenDevice> opened = new ArrayList<>();
        try {
            for (int number = 0; number < devices.size(); number++) {
                FoundDevice device = devices.get(number);
                OpenContext context;
                if (sharedContext) {
                    OpenContext known = contexts.get(device.platform());
                    context = known == null
                            ? OpenContext.of(device.platform(), platforms.get(device.platform()))
                            : known.hold();
                    contexts.putIfAbsent(device.platform(), context);
                } else {
                    context = OpenContext.of(device.platform(), parts.get(number));
                }
                opened.add(new OpenDevice(device, context, parts.get(number), !subDevices.isEmpty()));
            }
            return opened;
        } catch (RuntimeException refused) {
            opened.forEach(device -> {
                device.hold();
                device.letGo();
            });
            parts.subList(opened.size(), parts.size()).forEach(this::release);
            throw refused;
        }
    }

    private void release(List<cl_device_id> handles) {
        if (!subDevices.isEmpty()) {
            handles.forEach(CL::clReleaseDevice);
        }
    }
}
