package org.asterism.driver.cuda.internal.kernel;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import org.asterism.api.KernelContext;
import org.asterism.api.device.DeviceKernel;
import org.asterism.api.device.Grid;
import org.asterism.driver.cuda.internal.library.CudaLibrary;
import org.asterism.kit.device.UntouchableMemory;

/** Puts kernels into the stream of one unit. Only its worker's thread uses it. */
public final class KernelLauncher implements AutoCloseable {
    private final CudaLibrary library;
    private final Programs programs;
    private final long stream;
    private final Parameters parameters = new Parameters();
    private final int[] blocks = new int[6];
    /** Kernels are told apart by identity, and not kept when their codelets are gone. */
    private final Map<DeviceKernel, Map<String, Function>> functions = new WeakHashMap<>();

    private Function function;
    private int sharedBytes;

    /**
     * A launcher for a stream.
     *
     * @param library the driver
     * @param programs of the device
     * @param stream the stream for kernels
     */
    public KernelLauncher(CudaLibrary library, Programs programs, long stream) {
        this.library = library;
        this.programs = programs;
        this.stream = stream;
    }

    /**
     * Compiles and computes whatever the launch of a kernel needs.
     *
     * @param kernel with its own arguments and grid
     * @param context the task's data
     * @return false if there is nothing to do
     */
    public boolean prepare(DeviceKernel kernel, KernelContext context) {
        Grid grid = grid(kernel, context);
        if (grid == null) {
            return false;
        }
        parameters.fill(kernel.arguments(), kernel, context);
        prepare(kernel, grid, context);
        return true;
    }

    /**
     * Compiles and computes whatever the launch of a kernel needs.
     *
     * @param kernel its own arguments and grid are not asked for
     * @param grid the number of threads
     * @param arguments one per parameter
     * @param context the task's data
     */
    public void prepare(DeviceKernel kernel, Grid grid, Object[] arguments, KernelContext context) {
        parameters.fill(Arrays.asList(arguments), kernel, context);
        prepare(kernel, grid, context);
    }

    private void prepare(DeviceKernel kernel, Grid grid, KernelContext context) {
        String name = name(kernel, context);
        function = functions
                .computeIfAbsent(kernel, unknown -> new HashMap<>())
                .computeIfAbsent(name, unknown -> programs.function(kernel, name));
        sharedBytes = Math.toIntExact(grid.sharedBytes());
        function.check(parameters);
        function.share(sharedBytes);
        Blocks.of(grid, function, blocks);
    }

    private static Grid grid(DeviceKernel kernel, KernelContext context) {
        try {
            return kernel.grid(context);
        } catch (IllegalStateException thrown) {
            throw UntouchableMemory.explain(thrown, "the grid of " + kernel, context);
        }
    }

    private static String name(DeviceKernel kernel, KernelContext context) {
        try {
            return kernel.name(context);
        } catch (IllegalStateException thrown) {
            throw UntouchableMemory.explain(thrown, "the name of a kernel of " + kernel, context);
        }
    }

    /** Puts the kernel that was prepared into the stream. */
    public void launch() {
        library.launch(function.handle(), blocks, sharedBytes, stream, parameters.addresses());
    }

    @Override
    public void close() {
        parameters.close();
    }
}
