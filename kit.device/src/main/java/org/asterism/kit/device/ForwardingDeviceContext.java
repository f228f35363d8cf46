package org.asterism.kit.device;

import java.util.BitSet;
import java.util.concurrent.BrokenBarrierException;
import org.asterism.api.KernelContext;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.data.DataView;
import org.asterism.api.device.DeviceContext;

/**
 * Base of a device's context that forwards questions about the task to the core's context. The driver implements the
 * rest.
 */
public abstract class ForwardingDeviceContext implements DeviceContext {
    private final KernelContext task;

    /**
     * Creates the context of a launch.
     *
     * @param task the core's context, which the unit received for the launch
     */
    protected ForwardingDeviceContext(KernelContext task) {
        this.task = task;
    }

    @Override
    public final Task task() {
        return task.task();
    }

    @Override
    public final Worker worker() {
        return task.worker();
    }

    @Override
    public final TaskRuntime runtime() {
        return task.runtime();
    }

    @Override
    public final int rank() {
        return task.rank();
    }

    @Override
    public final int teamSize() {
        return task.teamSize();
    }

    @Override
    public final void barrier() throws BrokenBarrierException, InterruptedException {
        task.barrier();
    }

    @Override
    public final BitSet processingUnits() {
        return task.processingUnits();
    }

    @Override
    public final int dataCount() {
        return task.dataCount();
    }

    @Override
    public final DataView data(int index) {
        return task.data(index);
    }

    @Override
    public final void result(Object result) {
        task.result(result);
    }

    @Override
    public final <A> A argument(Class<A> type) {
        return task.argument(type);
    }
}
