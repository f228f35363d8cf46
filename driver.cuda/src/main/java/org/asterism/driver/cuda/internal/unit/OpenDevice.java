package org.asterism.driver.cuda.internal.unit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.asterism.driver.cuda.internal.kernel.Programs;
import org.asterism.driver.cuda.internal.library.CudaContext;
import org.asterism.driver.cuda.internal.memory.CudaMemory;
import org.asterism.driver.cuda.internal.memory.MemoryPool;
import org.asterism.spi.driver.ComputeUnit;

/**
 * A device that was opened for a runtime, with the state that its units share. It is released when its memory and all
 * its units are closed.
 */
public final class OpenDevice {
    private final CudaContext context;
    private final CudaMemory memory;
    private final Programs programs;
    private final MemoryPool workspaces;
    private int users = 1; // the memory

    /**
     * Opens a device.
     *
     * @param context of the device; closed with the last of memory and units
     * @param capacity the part of its memory that data may use, in bytes
     * @param programs of the device
     */
    public OpenDevice(CudaContext context, long capacity, Programs programs) {
        this.context = context;
        this.programs = programs;
        this.workspaces = new MemoryPool(new CudaMemory.DeviceSource(context), Long.MAX_VALUE / 2);
        this.memory = new CudaMemory(context, capacity, this::release);
    }

    /**
     * Makes the device's units.
     *
     * @param names one per unit
     * @param pipeline the number of tasks that each takes at a time
     * @param facts the facts about the device
     * @return units that share the device's memory
     */
    public synchronized List<ComputeUnit> units(List<String> names, int pipeline, Map<String, Object> facts) {
        List<ComputeUnit> units = new ArrayList<>();
        Map<String, Object> properties = new HashMap<>(facts);
        for (String name : names) {
            users++;
            units.add(new CudaUnit(name, properties, pipeline, this));
        }
        return units;
    }

    CudaContext context() {
        return context;
    }

    CudaMemory memory() {
        return memory;
    }

    Programs programs() {
        return programs;
    }

    MemoryPool workspaces() {
        return workspaces;
    }

    /** One of memory and units is closed. */
    void release() {
        synchronized (this) {
            if (--users > 0) {
                return;
            }
        }
        workspaces.close();
        programs.close();
        context.close();
    }

    /**
     * On which device a unit is.
     *
     * @param unit one of this driver
     * @return the device's number
     */
    public static int deviceOf(ComputeUnit unit) {
        return ((CudaUnit) unit).openDevice().context.device();
    }
}
