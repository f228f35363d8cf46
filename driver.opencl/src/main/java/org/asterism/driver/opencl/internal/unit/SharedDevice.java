package org.asterism.driver.opencl.internal.unit;

import java.util.Optional;
import org.asterism.driver.opencl.internal.device.OpenDevice;
import org.asterism.driver.opencl.internal.kernel.Programs;
import org.asterism.driver.opencl.internal.memory.SpareMemory;
import org.asterism.driver.opencl.internal.memory.TaskMemory;
import org.asterism.spi.driver.DeviceMemory;

/** What the units of one device share. The last of them gives the programs back. */
public final class SharedDevice {
    private final OpenDevice device;
    private final Programs programs;
    private final TaskMemory taskMemory;
    private final SpareMemory spare;
    private int units;

    /**
     * A device without units.
     *
     * @param taskMemory a {@link DeviceMemory}, unless tasks' data lie in main memory
     * @param spare what data leave of the device's memory
     */
    public SharedDevice(OpenDevice device, Programs programs, TaskMemory taskMemory, SpareMemory spare) {
        this.device = device;
        this.programs = programs;
        this.taskMemory = taskMemory;
        this.spare = spare;
    }

    OpenDevice device() {
        return device;
    }

    Programs programs() {
        return programs;
    }

    TaskMemory taskMemory() {
        return taskMemory;
    }

    SpareMemory spare() {
        return spare;
    }

    Optional<DeviceMemory> memory() {
        return taskMemory instanceof DeviceMemory memory ? Optional.of(memory) : Optional.empty();
    }

    synchronized void hold() {
        units++;
        device.hold();
    }

    synchronized void letGo() {
        units--;
        if (units == 0) {
            programs.release();
        }
        device.letGo();
    }
}
