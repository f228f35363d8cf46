package org.asterism.driver.opencl.internal.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.asterism.api.device.Grid;
import org.asterism.driver.opencl.internal.library.ErrorCode;
import org.asterism.driver.opencl.internal.library.Kernels;
import org.asterism.driver.opencl.internal.library.OpenClException;

/**
 * A kernel with one worker's arguments. The kernel object stores them, so each worker has its own. Used by the worker's
 * thread only.
 */
final class LaunchableKernel {
    private final long handle;
    private final String name;
    private final String origin;
    private final List<Parameter> parameters;
    private final WorkGroups groups;

    private LaunchableKernel(long handle, String name, String origin, List<Parameter> parameters, WorkGroups groups) {
        this.handle = handle;
        this.name = name;
        this.origin = origin;
        this.parameters = parameters;
        this.groups = groups;
    }

    /**
     * Makes a kernel of a program.
     *
     * @param limits of the device it will run on
     * @throws IllegalArgumentException if the program has none of that name: names those that it has
     */
    static LaunchableKernel of(BuiltProgram program, String name, GroupLimits limits) {
        long handle;
        try {
            handle = Kernels.create(program.handle().getNativePointer(), name);
        } catch (OpenClException refused) {
            if (refused.code() == ErrorCode.INVALID_KERNEL_NAME) {
                throw new IllegalArgumentException("the kernel program from " + program.origin() + " has no kernel '"
                        + name + "'; it has " + program.kernelNames());
            }
            throw refused;
        }
        List<Parameter> parameters = new ArrayList<>();
        int count = Kernels.argumentCount(handle);
        for (int number = 0; number < count; number++) {
            parameters.add(Parameter.of(handle, number));
        }
        WorkGroups groups = new WorkGroups(
                limits, Kernels.largestGroup(handle, limits.device()), Kernels.requiredGroup(handle, limits.device()));
        return new LaunchableKernel(handle, name, program.origin(), List.copyOf(parameters), groups);
    }

    /**
     * Checks what will be given to the parameters.
     *
     * @throws IllegalArgumentException if there are more or fewer, or one of another kind
     */
    void check(List<ValueKind> given) {
        if (given.size() != parameters.size()) {
            throw new IllegalArgumentException(this + " has " + parameters.size() + " parameters, but is given "
                    + given.size() + " arguments: " + given);
        }
        for (int number = 0; number < parameters.size(); number++) {
            if (!parameters.get(number).takes(given.get(number))) {
                throw new IllegalArgumentException("parameter " + number + " of " + this + " is "
                        + parameters.get(number) + ", but is given " + given.get(number));
            }
        }
    }

    void setMemory(int number, long object) {
        accept(number, ValueKind.MEMORY, Kernels.set(handle, number, object));
    }

    void setInt(int number, int value) {
        accept(number, ValueKind.INT, Kernels.set(handle, number, value));
    }

    void setLong(int number, long value) {
        accept(number, ValueKind.LONG, Kernels.set(handle, number, value));
    }

    void setFloat(int number, float value) {
        accept(number, ValueKind.FLOAT, Kernels.set(handle, number, Float.floatToRawIntBits(value)));
    }

    void setDouble(int number, double value) {
        accept(number, ValueKind.DOUBLE, Kernels.set(handle, number, Double.doubleToRawLongBits(value)));
    }

    void setLocalMemory(int number, long bytes) {
        if (bytes <= 0) {
            throw new IllegalArgumentException("parameter " + number + " of " + this + " is given " + bytes
                    + " bytes of local memory: give 1 or more");
        }
        accept(number, ValueKind.LOCAL_MEMORY, Kernels.setLocal(handle, number, bytes));
    }

    private void accept(int number, ValueKind given, int code) {
        if (code != ErrorCode.SUCCESS) {
            throw new IllegalArgumentException("parameter " + number + " of " + this + " is " + parameters.get(number)
                    + " and does not take " + given + ": " + ErrorCode.describe(code));
        }
    }

    /**
     * Puts the kernel into a queue, with the arguments that were set.
     *
     * @return the event that tells when it has ended
     */
    long launch(long queue, Grid grid) {
        if (grid.sharedBytes() != 0) {
            throw new IllegalArgumentException(this + " is given a grid " + grid
                    + ": OpenCL has no dynamic shared memory, give it KernelArgument.localMemory(...)");
        }
        long[] items = grid.items();
        long[] group = groups.of(this, items, grid.group());
        for (int dimension = 0; dimension < items.length; dimension++) {
            items[dimension] = WorkGroups.roundedUp(items[dimension], group[dimension]);
        }
        try {
            return Kernels.launch(queue, handle, items.length, items, group);
        } catch (OpenClException refused) {
            throw new LaunchRefusedException(
                    this + " on " + Arrays.toString(items) + " work items in groups of " + Arrays.toString(group),
                    refused.code());
        }
    }

    void release() {
        Kernels.release(handle);
    }

    String name() {
        return name;
    }

    @Override
    public String toString() {
        return "kernel '" + name + "' from " + origin;
    }
}
