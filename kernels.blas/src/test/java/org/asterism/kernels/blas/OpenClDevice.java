package org.asterism.kernels.blas;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.asterism.api.device.DeviceBuffer;
import org.asterism.api.device.DeviceKernel;
import org.asterism.api.device.Grid;
import org.jocl.CL;
import org.jocl.CLException;
import org.jocl.Pointer;
import org.jocl.Sizeof;
import org.jocl.cl_command_queue;
import org.jocl.cl_context;
import org.jocl.cl_context_properties;
import org.jocl.cl_device_id;
import org.jocl.cl_kernel;
import org.jocl.cl_mem;
import org.jocl.cl_platform_id;
import org.jocl.cl_program;

/**
 * The machine's first OpenCL device, with just as much of a driver as running one implementation after the other needs.
 */
final class OpenClDevice implements AutoCloseable {
    private final cl_device_id device;
    private final cl_context context;
    private final cl_command_queue queue;
    private final Map<String, cl_kernel> kernels = new HashMap<>();
    private final Map<String, cl_program> programs = new HashMap<>();
    private final Map<Long, cl_mem> memory = new HashMap<>();
    private final List<Long> ofTask = new ArrayList<>();
    private long allocations;

    private OpenClDevice(cl_platform_id platform, cl_device_id device) {
        this.device = device;
        cl_context_properties properties = new cl_context_properties();
        properties.addProperty(CL.CL_CONTEXT_PLATFORM, platform);
        context = CL.clCreateContext(properties, 1, new cl_device_id[] {device}, null, null, null);
        queue = CL.clCreateCommandQueueWithProperties(context, device, null, null);
    }

    /** Opens it; the test is skipped, and says so, if the machine has none. */
    static OpenClDevice open() {
        cl_platform_id[] platforms = new cl_platform_id[1];
        cl_device_id[] devices = new cl_device_id[1];
        try {
            CL.setExceptionsEnabled(true);
            CL.clGetPlatformIDs(1, platforms, null);
            CL.clGetDeviceIDs(platforms[0], CL.CL_DEVICE_TYPE_ALL, 1, devices, null);
        } catch (CLException | LinkageError none) {
            assumeTrue(false, "this machine has no OpenCL device (" + none.getMessage() + "): install pocl-opencl-icd");
        }
        return new OpenClDevice(platforms[0], devices[0]);
    }

    /** Memory on the device with a copy of a segment. */
    DeviceBuffer copyOf(MemorySegment segment) {
        ByteBuffer bytes = segment.asByteBuffer();
        cl_mem made = CL.clCreateBuffer(
                context, CL.CL_MEM_READ_WRITE | CL.CL_MEM_COPY_HOST_PTR, segment.byteSize(), Pointer.to(bytes), null);
        return add(made, segment.byteSize());
    }

    /** Memory on the device without content, until {@link #finish}. */
    DeviceBuffer workspace(long bytes) {
        cl_mem made = CL.clCreateBuffer(context, CL.CL_MEM_READ_WRITE, bytes, null, null);
        DeviceBuffer added = add(made, bytes);
        ofTask.add(added.memory());
        return added;
    }

    private DeviceBuffer add(cl_mem made, long bytes) {
        long number = allocations++;
        memory.put(number, made);
        return new DeviceBuffer(number, 0, bytes);
    }

    /** Copies memory of the device to a segment, when all work has ended. */
    void copyTo(DeviceBuffer from, MemorySegment to) {
        CL.clEnqueueReadBuffer(
                queue, memory.get(from.memory()), true, 0, to.byteSize(), Pointer.to(to.asByteBuffer()), 0, null, null);
    }

    void launch(DeviceKernel kernel, Grid grid, Object... arguments) {
        cl_kernel compiled = kernels.computeIfAbsent(kernel.options() + kernel.name(null), name -> compile(kernel));
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case DeviceBuffer buffer ->
                    CL.clSetKernelArg(compiled, i, Sizeof.cl_mem, Pointer.to(memory.get(buffer.memory())));
                case Integer number -> CL.clSetKernelArg(compiled, i, Integer.BYTES, Pointer.to(new int[] {number}));
                case Long number -> CL.clSetKernelArg(compiled, i, Long.BYTES, Pointer.to(new long[] {number}));
                case Float number -> CL.clSetKernelArg(compiled, i, Float.BYTES, Pointer.to(new float[] {number}));
                case Double number -> CL.clSetKernelArg(compiled, i, Double.BYTES, Pointer.to(new double[] {number}));
                default -> throw new IllegalArgumentException("argument " + i + " is " + arguments[i]);
            }
        }
        long[] group = grid.group();
        long[] items = grid.items();
        for (int d = 0; d < group.length; d++) {
            items[d] = (items[d] + group[d] - 1) / group[d] * group[d];
        }
        CL.clEnqueueNDRangeKernel(
                queue, compiled, items.length, null, items, group.length == 0 ? null : group, 0, null, null);
    }

    private cl_kernel compile(DeviceKernel kernel) {
        String options = String.join(" ", kernel.options());
        cl_program program = programs.computeIfAbsent(options, any -> {
            String source = new String(kernel.program(), StandardCharsets.UTF_8);
            cl_program made = CL.clCreateProgramWithSource(context, 1, new String[] {source}, null, null);
            try {
                CL.clBuildProgram(made, 0, null, options, null, null);
            } catch (CLException failure) {
                throw new IllegalStateException(log(made), failure);
            }
            return made;
        });
        return CL.clCreateKernel(program, kernel.name(null), null);
    }

    private String log(cl_program program) {
        long[] size = new long[1];
        CL.clGetProgramBuildInfo(program, device, CL.CL_PROGRAM_BUILD_LOG, 0, null, size);
        ByteBuffer text = ByteBuffer.allocateDirect((int) size[0]).order(ByteOrder.nativeOrder());
        CL.clGetProgramBuildInfo(program, device, CL.CL_PROGRAM_BUILD_LOG, size[0], Pointer.to(text), null);
        return StandardCharsets.UTF_8.decode(text).toString();
    }

    /** Waits for all work. */
    void complete() {
        CL.clFinish(queue);
    }

    /** Waits for all work, and frees the memory in which it was done. */
    void finish() {
        CL.clFinish(queue);
        ofTask.forEach(number -> CL.clReleaseMemObject(memory.remove(number)));
        ofTask.clear();
    }

    @Override
    public void close() {
        finish();
        memory.values().forEach(CL::clReleaseMemObject);
        kernels.values().forEach(CL::clReleaseKernel);
        programs.values().forEach(CL::clReleaseProgram);
        CL.clReleaseCommandQueue(queue);
        CL.clReleaseContext(context);
    }
}
