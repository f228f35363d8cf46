package org.asterism.driver.cuda.internal.unit;

import java.util.function.Supplier;
import org.asterism.api.KernelContext;
import org.asterism.api.device.DeviceBuffer;
import org.asterism.api.device.DeviceKernel;
import org.asterism.api.device.Grid;
import org.asterism.api.device.Inspection;
import org.asterism.driver.cuda.internal.kernel.KernelLauncher;
import org.asterism.kit.device.Attachments;
import org.asterism.kit.device.ForwardingDeviceContext;

/** The context for a task's {@link org.asterism.api.device.DeviceCode}. */
final class CudaTaskContext extends ForwardingDeviceContext {
    private final OpenDevice device;
    private final long stream;
    private final KernelLauncher launcher;
    private final Attachments attachments;
    private final Workspace workspace;
    private final Inspections inspections;

    CudaTaskContext(
            KernelContext task,
            OpenDevice device,
            long stream,
            KernelLauncher launcher,
            Attachments attachments,
            Workspace workspace,
            Inspections inspections) {
        super(task);
        this.device = device;
        this.stream = stream;
        this.launcher = launcher;
        this.attachments = attachments;
        this.workspace = workspace;
        this.inspections = inspections;
    }

    @Override
    public long queue() {
        return stream;
    }

    @Override
    public long deviceContext() {
        return device.context().handle();
    }

    @Override
    public long device() {
        return device.context().device();
    }

    @Override
    public DeviceBuffer buffer(int data, int buffer) {
        var segment = data(data).buffer(buffer);
        return new DeviceBuffer(segment.address(), 0, segment.byteSize());
    }

    @Override
    public DeviceBuffer workspace(long bytes) {
        return new DeviceBuffer(workspace.take(bytes), 0, bytes);
    }

    @Override
    public void inspect(DeviceBuffer buffer, Inspection inspection) {
        inspections.add(buffer, inspection);
    }

    @Override
    public void launch(DeviceKernel kernel) {
        if (launcher.prepare(kernel, this)) {
            launcher.launch();
        }
    }

    @Override
    public void launch(DeviceKernel kernel, Grid grid, Object... arguments) {
        launcher.prepare(kernel, grid, arguments, this);
        launcher.launch();
    }

    @Override
    public <T extends AutoCloseable> T attached(Class<T> type, Supplier<? extends T> make) {
        return attachments.get(type, make);
    }
}
