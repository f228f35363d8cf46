package org.asterism.driver.opencl.internal.unit;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.asterism.api.Architecture;
import org.asterism.api.Implementation;
import org.asterism.api.KernelContext;
import org.asterism.api.device.DeviceCode;
import org.asterism.api.device.DeviceKernel;
import org.asterism.driver.opencl.internal.device.OpenDevice;
import org.asterism.driver.opencl.internal.kernel.GroupLimits;
import org.asterism.driver.opencl.internal.kernel.UnitKernels;
import org.asterism.driver.opencl.internal.library.Events;
import org.asterism.driver.opencl.internal.library.Kernels;
import org.asterism.driver.opencl.internal.library.OpenClException;
import org.asterism.driver.opencl.internal.memory.TaskMemory;
import org.asterism.driver.opencl.internal.queue.CommandQueue;
import org.asterism.kit.device.Attachments;
import org.asterism.kit.device.UntouchableMemory;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.Execution;

/**
 * A compute unit with a queue of a device. A launch puts a kernel into the queue and returns. Several kernels may be in
 * it, and their ends are reported in their order. The queue is made when the unit is first started.
 */
public final class OpenClUnit implements ComputeUnit {
    private static final Runnable NOTHING = () -> {};

    private final UnitPlace place;
    private final SharedDevice shared;
    private final int pipeline;
    private final boolean outOfOrder;
    private final Attachments attachments;
    private final InspectionSlots inspectionSlots = new InspectionSlots();
    private Workspaces workspaces;
    private TaskMemory memory;
    private UnitKernels kernels;
    private LaunchQueue queue;

    /**
     * A unit that was not started yet.
     *
     * @param shared its device, which it holds until it is closed
     * @param pipeline the number of tasks that it takes at a time
     * @param outOfOrder whether kernels may overlap, if the device can do that
     */
    public OpenClUnit(UnitPlace place, SharedDevice shared, int pipeline, boolean outOfOrder) {
        this.place = place;
        attachments = new Attachments(place.name());
        this.shared = shared;
        this.pipeline = pipeline;
        this.outOfOrder = outOfOrder && shared.device().facts().canOvertake();
        shared.hold();
    }

    @Override
    public Architecture architecture() {
        return Architecture.OPENCL;
    }

    @Override
    public String name() {
        return place.name();
    }

    @Override
    public Map<String, Object> properties() {
        return place.properties();
    }

    @Override
    public Optional<DeviceMemory> memory() {
        return shared.memory();
    }

    @Override
    public int pipeline() {
        return pipeline;
    }

    /** By which device it is found again. */
    public String identity() {
        return place.identity();
    }

    @Override
    public void start() {
        if (queue == null) {
            GroupLimits limits = GroupLimits.of(place.part());
            queue = new LaunchQueue(openDevice(), place, outOfOrder);
            memory = shared.taskMemory();
            kernels = new UnitKernels(shared.programs(), limits, memory, openDevice()::failure);
            workspaces = new Workspaces(openDevice(), shared.spare());
        }
    }

    @Override
    public Execution launch(Implementation implementation, KernelContext context) throws Exception {
        return switch (implementation) {
            case DeviceKernel kernel -> launch(kernel, context);
            case DeviceCode code -> launch(code, context);
            case null, default ->
                throw new IllegalArgumentException(name() + " runs implementations of the types "
                        + DeviceKernel.class.getName() + " and " + DeviceCode.class.getName() + ", but was given "
                        + (implementation == null
                                ? "null"
                                : implementation.getClass().getName())
                        + ": give the codelet one of them with implementation(Architecture.OPENCL, ...)");
        };
    }

    private Execution launch(DeviceKernel kernel, KernelContext context) {
        long event;
        try {
            event = kernels.launch(queue.forKernels().handle(), kernel, context);
        } catch (RuntimeException | Error refused) {
            memory.forget();
            throw refused;
        }
        if (event == 0) {
            return Execution.FINISHED;
        }
        long settled = 0;
        RuntimeException thrown = null;
        try {
            settled = memory.settle(queue.forKernels().handle(), event);
        } catch (RuntimeException refused) {
            thrown = refused; // the kernel is under way, and uses the task's data
        }
        return settled == 0
                ? queue.execution(queue.forKernels(), kernel, thrown, null, NOTHING, event)
                : queue.execution(queue.forKernels(), kernel, null, null, NOTHING, event, settled);
    }

    /**
     * Runs the code. If it throws an exception, the commands that it has put into the queue still use the task's data,
     * so the task fails when they have ended.
     */
    private Execution launch(DeviceCode code, KernelContext task) throws Exception {
        TaskContext context = new TaskContext(this, task);
        Exception thrown = null;
        try {
            code.run(context);
        } catch (RuntimeException failed) {
            thrown = UntouchableMemory.explain(failed, "code", task);
        } catch (Exception failed) {
            thrown = failed;
        } catch (Error fatal) {
            queue.forCode().finish();
            context.events().forEach(Events::release);
            context.inspections().giveBack();
            workspaces.giveBack(context.workspaces());
            memory.forget();
            throw fatal;
        }
        List<Long> events = context.events();
        String what = code.getClass().getName();
        try {
            if (context.isQueueTaken()) {
                events.add(Kernels.mark(queue.forCode().handle()));
            }
            long settled = events.isEmpty() ? 0 : memory.settle(queue.forCode().handle(), events.getLast());
            if (settled != 0) {
                events.add(settled);
            }
        } catch (RuntimeException refused) {
            memory.forget();
            RuntimeException failure =
                    refused instanceof OpenClException told ? openDevice().failure(what, told.code()) : refused;
            if (thrown != null) {
                failure.addSuppressed(thrown);
            }
            thrown = failure;
        }
        Runnable atEnd = () -> workspaces.giveBack(context.workspaces());
        if (events.isEmpty()) {
            context.inspections().giveBack();
            atEnd.run();
            memory.forget();
            if (thrown != null) {
                throw thrown;
            }
            return Execution.FINISHED;
        }
        long[] ofTask = events.stream().mapToLong(Long::longValue).toArray();
        return queue.execution(queue.forCode(), what, thrown, context.inspections(), atEnd, ofTask);
    }

    OpenDevice openDevice() {
        return shared.device();
    }

    long part() {
        return place.part().getNativePointer();
    }

    TaskMemory taskMemory() {
        return memory;
    }

    CommandQueue codeQueue() {
        return queue.forCode();
    }

    UnitKernels kernels() {
        return kernels;
    }

    Workspaces workspaces() {
        return workspaces;
    }

    InspectionSlots inspectionSlots() {
        return inspectionSlots;
    }

    Attachments attachments() {
        return attachments;
    }

    /** The queue stays for the next thread; what code has attached to it belongs to this one. */
    @Override
    public void stop() {
        if (queue != null) {
            queue.finish();
        }
        attachments.close();
    }

    @Override
    public void close() {
        try {
            if (queue != null) {
                queue.close();
                kernels.release();
                workspaces.release();
                inspectionSlots.release();
                memory.endUse();
            }
        } finally {
            shared.letGo();
        }
    }

    @Override
    public String toString() {
        return name();
    }
}
