package org.asterism.driver.opencl.internal.kernel;

import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.asterism.api.KernelContext;
import org.asterism.api.device.DeviceBuffer;
import org.asterism.api.device.DeviceKernel;
import org.asterism.api.device.Grid;
import org.asterism.api.device.KernelArgument;
import org.asterism.driver.opencl.internal.library.OpenClException;
import org.asterism.driver.opencl.internal.memory.TaskMemory;
import org.asterism.driver.opencl.internal.queue.DeviceFailure;
import org.asterism.kit.device.UntouchableMemory;

/**
 * The kernels of one worker. It finds a kernel by its description, sets its arguments, and puts it into a queue. Used
 * by the worker's thread only.
 */
public final class UnitKernels {
    /** The program of a description, and its kernels whose parameters were checked. */
    private record Known(BuiltProgram program, Map<String, LaunchableKernel> checked) {}

    private final Programs programs;
    private final GroupLimits limits;
    private final TaskMemory memory;
    private final DeviceFailure failure;
    /** Descriptions are kept by those who made them, not here: their bundles may go. */
    private final Map<DeviceKernel, Known> descriptions = new WeakHashMap<>();

    private final Map<BuiltProgram, Map<String, LaunchableKernel>> kernels = new IdentityHashMap<>();

    /**
     * Kernels of a worker that has launched none.
     *
     * @param programs of its device
     * @param limits of the part of the device that it computes on
     * @param memory the memory of the tasks' data
     * @param failure knows the device
     */
    public UnitKernels(Programs programs, GroupLimits limits, TaskMemory memory, DeviceFailure failure) {
        this.programs = programs;
        this.limits = limits;
        this.memory = memory;
        this.failure = failure;
    }

    /**
     * Puts a kernel with its own arguments and grid into a queue.
     *
     * @return the event that tells when it has ended; 0 if there is nothing to do
     */
    public long launch(long queue, DeviceKernel description, KernelContext context) {
        Grid grid = grid(description, context);
        if (grid == null) {
            return 0;
        }
        Known known = known(description);
        String name = name(description, context);
        List<KernelArgument> arguments = description.arguments();
        LaunchableKernel kernel = known.checked().get(name);
        if (kernel == null) {
            kernel = kernel(known.program(), name);
            kernel.check(arguments.stream().map(ValueKind::of).toList());
            known.checked().put(name, kernel);
        }
        setAll(kernel, arguments, context);
        return launch(kernel, queue, grid);
    }

    /**
     * Puts a kernel with other arguments into a queue.
     *
     * @return the event that tells when it has ended
     */
    public long launch(long queue, DeviceKernel description, KernelContext context, Grid grid, Object... arguments) {
        LaunchableKernel kernel = kernel(known(description).program(), name(description, context));
        kernel.check(Arrays.stream(arguments).map(value -> kind(kernel, value)).toList());
        setAll(kernel, Arrays.asList(arguments), context);
        return launch(kernel, queue, grid);
    }

    private long launch(LaunchableKernel kernel, long queue, Grid grid) {
        try {
            return kernel.launch(queue, grid);
        } catch (LaunchRefusedException refused) {
            RuntimeException thrown = failure.of(kernel.toString(), refused.code());
            thrown.addSuppressed(refused);
            throw thrown;
        }
    }

    private static ValueKind kind(LaunchableKernel kernel, Object value) {
        ValueKind kind = ValueKind.of(value);
        if (kind == null) {
            throw new IllegalArgumentException(kernel + " is given "
                    + (value == null ? "null" : "a " + value.getClass().getName())
                    + ": give a DeviceBuffer, Integer, Long, Float, Double or KernelArgument");
        }
        return kind;
    }

    private Known known(DeviceKernel description) {
        Known known = descriptions.get(description);
        if (known == null) {
            known = new Known(programs.of(description), new HashMap<>());
            descriptions.put(description, known);
        }
        return known;
    }

    private LaunchableKernel kernel(BuiltProgram program, String name) {
        Map<String, LaunchableKernel> ofProgram = kernels.computeIfAbsent(program, key -> new HashMap<>());
        LaunchableKernel kernel = ofProgram.get(name);
        if (kernel == null) {
            try {
                kernel = LaunchableKernel.of(program, name, limits);
            } catch (OpenClException refused) {
                throw failure.of("kernel '" + name + "' from " + program.origin(), refused.code());
            }
            ofProgram.put(name, kernel);
        }
        return kernel;
    }

    private static Grid grid(DeviceKernel description, KernelContext context) {
        try {
            return description.grid(context);
        } catch (IllegalStateException thrown) {
            throw UntouchableMemory.explain(thrown, "the grid of " + description, context);
        }
    }

    private static String name(DeviceKernel description, KernelContext context) {
        try {
            return description.name(context);
        } catch (IllegalStateException thrown) {
            throw UntouchableMemory.explain(thrown, "the name of a kernel of " + description, context);
        }
    }

    private void setAll(LaunchableKernel kernel, List<?> arguments, KernelContext context) {
        int number = 0;
        try {
            for (; number < arguments.size(); number++) {
                set(kernel, number, arguments.get(number), context);
            }
        } catch (IllegalStateException thrown) {
            throw UntouchableMemory.explain(thrown, "argument " + number + " of " + kernel, context);
        }
    }

    private void set(LaunchableKernel kernel, int number, Object value, KernelContext context) {
        switch (value) {
            case KernelArgument argument -> set(kernel, number, argument, context);
            case DeviceBuffer buffer -> kernel.setMemory(number, whole(kernel, number, buffer));
            case Integer given -> kernel.setInt(number, given);
            case Long given -> kernel.setLong(number, given);
            case Float given -> kernel.setFloat(number, given);
            case Double given -> kernel.setDouble(number, given);
            default ->
                throw new IllegalArgumentException("a " + value.getClass().getName());
        }
    }

    private void set(LaunchableKernel kernel, int number, KernelArgument argument, KernelContext context) {
        switch (argument) {
            case KernelArgument.Memory data ->
                kernel.setMemory(number, memory.object(context.data(data.data()).buffer(data.buffer())));
            case KernelArgument.IntValue given ->
                kernel.setInt(number, given.value().applyAsInt(context));
            case KernelArgument.LongValue given ->
                kernel.setLong(number, given.value().applyAsLong(context));
            case KernelArgument.FloatValue given ->
                kernel.setFloat(number, (float) given.value().applyAsDouble(context));
            case KernelArgument.DoubleValue given ->
                kernel.setDouble(number, given.value().applyAsDouble(context));
            case KernelArgument.LocalMemory local ->
                kernel.setLocalMemory(number, local.bytes().applyAsLong(context));
        }
    }

    /** A buffer that does not begin with its memory object can be given to a kernel only as what it was made from. */
    private long whole(LaunchableKernel kernel, int number, DeviceBuffer buffer) {
        if (buffer.offset() == 0) {
            return buffer.memory();
        }
        throw new IllegalArgumentException("parameter " + number + " of " + kernel + " is given memory from offset "
                + buffer.offset() + " on: give KernelArgument.data(...), or the memory's beginning and the offset as a"
                + " number");
    }

    /** Gives the kernels back, when nothing that was launched is under way. */
    public void release() {
        kernels.values().forEach(ofProgram -> ofProgram.values().forEach(LaunchableKernel::release));
        kernels.clear();
        descriptions.clear();
    }
}
