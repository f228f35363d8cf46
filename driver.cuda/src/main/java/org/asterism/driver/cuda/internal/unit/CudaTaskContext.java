package org.asterism.driver.cuda.internal.unit;

import java.util.BitSet;
import java.util.function.Supplier;
import org.asterism.api.KernelContext;
import org.asterism.api.Runtime;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.data.DataView;
import org.asterism.api.device.DeviceBuffer;
import org.asterism.api.device.DeviceContext;
import org.asterism.api.device.DeviceKernel;
import org.asterism.api.device.Grid;
import org.asterism.api.device.Inspection;
import org.asterism.driver.cuda.internal.kernel.KernelLauncher;

/** What a task's {@link org.asterism.api.device.DeviceCode} sees. */
final class CudaTaskContext implements DeviceContext {
    private final KernelContext task;
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
        this.task = task;
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
        var segment = task.data(data).buffer(buffer);
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

    @Override
    public Task task() {
        return task.task();
    }

    @Override
    public Worker worker() {
        return task.worker();
    }

    @Override
    public Runtime runtime() {
        return task.runtime();
    }

    @Override
    public int rank() {
        return task.rank();
    }

    @Override
    public int teamSize() {
        return task.teamSize();
    }

    @Override
    public BitSet processingUnits() {
        return task.processingUnits();
    }

    @Override
    public int dataCount() {
        return task.dataCount();
    }

    @Override
    public DataView data(int index) {
        return task.data(index);
    }

    @Override
    public void result(Object result) {
        task.result(result);
    }

    @Override
    public <A> A argument(Class<A> type) {
        return task.argument(type);
    }
}
