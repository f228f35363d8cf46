package org.asterism.driver.opencl.internal.unit;

import java.util.Optional;
import org.asterism.driver.opencl.internal.device.OpenDevice;
import org.asterism.driver.opencl.internal.kernel.Programs;
import org.asterism.driver.opencl.internal.memory.HostMemory;
import org.asterism.driver.opencl.internal.memory.OpenClMemory;
import org.asterism.driver.opencl.internal.memory.SpareMemory;
import org.asterism.driver.opencl.internal.memory.TaskMemory;
import org.asterism.spi.driver.DeviceMemory;

/** The state that the units of one device share. The last unit releases the programs. */
public final class SharedDevice {
    private final OpenDevice device;
    private final Programs programs;
    private final Optional<OpenClMemory> memory;
    private final SpareMemory spare;
    private int units;

    /**
     * A device without units.
     *
     * @param memory the memory of tasks' data; empty for main memory
     * @param spare the device memory that data do not use
     */
    public SharedDevice(OpenDevice device, Programs programs, Optional<OpenClMemory> memory, SpareMemory spare) {
        this.device = device;
        this.programs = programs;
        this.memory = memory;
        this.spare = spare;
    }

    OpenDevice device() {
        return device;
    }

    Programs programs() {
        return programs;
    }

    /** Returns the memory in which a unit finds its tasks' data. */
    TaskMemory taskMemory() {
        return memory.isPresent()
                ? memory.get()
                : new HostMemory(device, device.facts().isCpu());
    }

    SpareMemory spare() {
        return spare;
    }

    Optional<DeviceMemory> memory() {
        return memory.map(found -> found);
    }

    synchronized void hold() {
        units++;
        device.hold();
    }

    void letGo() {
        if (lastLeaves()) {
            programs.release();
        }
        device.letGo();
    }

    private synchronized boolean lastLeaves() {
        return --units == 0;
    }
}
