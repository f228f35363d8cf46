package org.asterism.core.internal.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.asterism.api.device.DeviceDescription;
import org.asterism.api.device.DeviceReport;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;

/**
 * A driver of devices that do what a test says by hand: kernels end when it says so, copies too if it wants to, and
 * devices can be lost and come back. See {@link HandDevice}. Settings are made before a runtime opens the driver, but
 * for {@link #comes}.
 */
public final class HandDriver implements Driver {
    private final List<HandDevice> devices = new CopyOnWriteArrayList<>();
    private int units = 1;
    private int pipeline = 2;
    private long capacity = 1 << 20;
    private boolean tells = true;
    private boolean inMainMemory;
    private boolean peers;

    /** Has each device so many units, named like {@code hand-0.1}. */
    public HandDriver withUnits(int perDevice) {
        units = perDevice;
        return this;
    }

    /** Has each unit take so many tasks at a time. */
    public HandDriver withPipeline(int tasks) {
        pipeline = tasks;
        return this;
    }

    /** Has each device so much memory. */
    public HandDriver withCapacity(long bytes) {
        capacity = bytes;
        return this;
    }

    /** Has kernels not tell when they have ended: they must be asked. */
    public HandDriver withoutTelling() {
        tells = false;
        return this;
    }

    /** Has the units work in main memory. */
    public HandDriver inMainMemory() {
        inMainMemory = true;
        return this;
    }

    /** Has the memories of devices reach each other. */
    public HandDriver withPeers() {
        peers = true;
        return this;
    }

    /** Adds a device; a runtime that has the driver already finds it when it rescans. */
    public HandDevice comes() {
        HandDevice device = new HandDevice(
                "hand-" + devices.size(), devices.size(), units, pipeline, capacity, tells, inMainMemory, peers);
        devices.add(device);
        return device;
    }

    @Override
    public List<ComputeUnit> open(DriverRequest request) {
        return rescan(request, List.of());
    }

    @Override
    public List<ComputeUnit> rescan(DriverRequest request, List<ComputeUnit> open) {
        List<ComputeUnit> found = new ArrayList<>();
        for (HandDevice device : devices) {
            if (!device.isLost() && open.stream().noneMatch(device::has)) {
                found.addAll(device.open());
            }
        }
        return found;
    }

    @Override
    public DeviceReport report(DriverRequest request) {
        return new DeviceReport(
                "",
                devices.isEmpty() ? "there is no device" : "",
                devices.stream()
                        .map(device -> new DeviceDescription(
                                device.name(),
                                HandDevice.ARCHITECTURE,
                                "by hand",
                                capacity,
                                !device.isLost(),
                                device.isLost() ? "lost" : "",
                                java.util.Map.of()))
                        .toList());
    }
}
