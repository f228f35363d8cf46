package org.asterism.driver.opencl.internal.unit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.asterism.api.KernelContext;
import org.asterism.api.device.DeviceBuffer;
import org.asterism.api.device.DeviceKernel;
import org.asterism.api.device.Grid;
import org.asterism.api.device.Inspection;
import org.asterism.kit.device.ForwardingDeviceContext;

/** The context of device code for one task on a unit, with the commands that the code has put into the queue. */
final class TaskContext extends ForwardingDeviceContext {
    private final OpenClUnit unit;
    private final List<Long> events = new ArrayList<>(2);
    private final List<DeviceBuffer> workspaces = new ArrayList<>(0);
    private final Inspections inspections;
    private boolean queueTaken;

    TaskContext(OpenClUnit unit, KernelContext task) {
        super(task);
        this.unit = unit;
        this.inspections = new Inspections(unit.inspectionSlots());
    }

    /** The events of the kernels that were launched here, in order. */
    List<Long> events() {
        return events;
    }

    /** Memory to be given back when all has ended. */
    List<DeviceBuffer> workspaces() {
        return workspaces;
    }

    /** Returns the inspections to make when all work has ended. */
    Inspections inspections() {
        return inspections;
    }

    /** Whether there may be commands in the queue of which this does not know. */
    boolean isQueueTaken() {
        return queueTaken;
    }

    @Override
    public long queue() {
        queueTaken = true;
        return unit.codeQueue().handle();
    }

    @Override
    public long deviceContext() {
        return unit.openDevice().context();
    }

    @Override
    public long device() {
        return unit.part();
    }

    @Override
    public DeviceBuffer buffer(int data, int buffer) {
        return unit.taskMemory().place(data(data).buffer(buffer));
    }

    @Override
    public DeviceBuffer workspace(long bytes) {
        DeviceBuffer workspace = unit.workspaces().take(bytes);
        workspaces.add(workspace);
        return workspace;
    }

    @Override
    public void inspect(DeviceBuffer buffer, Inspection inspection) {
        events.add(inspections.add(unit.codeQueue().handle(), buffer, inspection));
    }

    @Override
    public void launch(DeviceKernel kernel) {
        long event = unit.kernels().launch(unit.codeQueue().handle(), kernel, this);
        if (event != 0) {
            events.add(event);
        }
    }

    @Override
    public void launch(DeviceKernel kernel, Grid grid, Object... arguments) {
        events.add(unit.kernels().launch(unit.codeQueue().handle(), kernel, this, grid, arguments));
    }

    @Override
    public <T extends AutoCloseable> T attached(Class<T> type, Supplier<? extends T> make) {
        return unit.attachments().get(type, make);
    }
}
