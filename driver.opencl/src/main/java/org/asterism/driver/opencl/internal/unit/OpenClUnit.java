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
import org.asterism.driver.opencl.internal.library.Kernels;
import org.asterism.driver.opencl.internal.library.OpenClException;
import org.asterism.driver.opencl.internal.library.Queues;
import org.asterism.driver.opencl.internal.memory.TaskMemory;
import org.asterism.driver.opencl.internal.queue.CommandQueue;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.Execution;

/**
 * A queue of a device. Launching puts a kernel into it and returns; several kernels may be in it, and they end in their order. The queue
 * is made when the unit is first started.
 */
public final class OpenClUnit implements ComputeUnit {
    private final UnitPlace place;
    private final SharedDevice shared;
    private final int pipeline;
    private final Attachments attachments = new Attachments();
    private final InspectionSlots inspectionSlots = new InspectionSlots();
    private Workspaces workspaces;
    private UnitKernels kernels;
    private CommandQueue queue;

    /**
     * A unit that was not started yet.
     *
     * @param shared its device, which it holds until it is closed
     * @param pipeline how many tasks it takes at a time
     */
    public OpenClUnit(UnitPlace place, SharedDevice shared, int pipeline) {
        this.place = place;
        this.shared = shared;
        this.pipeline = pipeline;
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
            queue = openDevice().queue(place.name(), place.part(), Queues.PROFILING);
            kernels = new UnitKernels(shared.programs(), limits, shared.taskMemory(), openDevice()::failure);
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
        long event = kernels.launch(queue.handle(), kernel, context);
        if (event == 0) {
            return Execution.FINISHED;
        }
        queue.flush();
        return new KernelExecution(queue, kernel.toString(), null, null, () -> {}, event);
    }

    /** When code throws, what it has put into the queue still uses the task's data; the task fails when that has ended. */
    private Execution launch(DeviceCode code, KernelContext task) throws Exception {
        TaskContext context = new TaskContext(this, task);
        Exception thrown = null;
        try {
            code.run(context);
        } catch (Exception failed) {
            thrown = failed;
        }
        List<Long> events = context.events();
        try {
            if (context.isQueueTaken()) {
                events.add(Kernels.mark(queue.handle()));
            }
            queue.flush();
        } catch (OpenClException refused) {
            RuntimeException failure = openDevice().failure(code.getClass().getName(), refused.code());
            if (thrown != null) {
                failure.addSuppressed(thrown);
            }
            thrown = failure;
        }
        if (events.isEmpty()) {
            context.inspections().giveBack();
            workspaces.giveBack(context.workspaces());
            if (thrown != null) {
                throw thrown;
            }
            return Execution.FINISHED;
        }
        return new KernelExecution(
                queue,
                code.getClass().getName(),
                thrown,
                context.inspections(),
                () -> workspaces.giveBack(context.workspaces()),
                events.stream().mapToLong(Long::longValue).toArray());
    }

    OpenDevice openDevice() {
        return shared.device();
    }

    long part() {
        return place.part().getNativePointer();
    }

    TaskMemory taskMemory() {
        return shared.taskMemory();
    }

    CommandQueue codeQueue() {
        return queue;
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
        attachments.close(name());
    }

    @Override
    public void close() {
        if (queue != null) {
            queue.close();
            kernels.release();
            workspaces.release();
            inspectionSlots.release();
        }
        shared.letGo();
    }

    @Override
    public String toString() {
        return name();
    }
}
