package org.asterism.driver.opencl.internal.queue;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import org.asterism.driver.opencl.internal.library.ErrorCode;

/**
 * Has queues answer as those of a device that has gone: whatever is to be put into them is refused with
 * {@code CL_DEVICE_NOT_AVAILABLE}. Every object of OpenCL begins with the address of a table of functions, by which the
 * library that applications link with finds the platform's own (extension {@code cl_khr_icd}, where the order of the
 * table is laid down). The queues get another table.
 */
@SuppressWarnings("restricted") // the layout is the extension's
public final class SilencedQueues {
    /** As many functions as OpenCL 1.2 has at least; no later one is called for queues here. */
    private static final int TABLE = 108;

    /** Where the functions stand that put commands into queues. */
    private static final int[] COMMANDS = {
        46, // clFlush
        48, // clEnqueueReadBuffer
        49, // clEnqueueWriteBuffer
        50, // clEnqueueCopyBuffer
        56, // clEnqueueMapBuffer
        58, // clEnqueueUnmapMemObject
        59, // clEnqueueNDRangeKernel
        86, // clEnqueueReadBufferRect
        87, // clEnqueueWriteBufferRect
        88, // clEnqueueCopyBufferRect
        105, // clEnqueueMarkerWithWaitList
    };

    private SilencedQueues() {}

    /** All that are open in this process, for good. */
    public static void silenceAll() {
        MemorySegment refusal = Linker.nativeLinker()
                .upcallStub(
                        MethodHandles.constant(int.class, ErrorCode.DEVICE_NOT_AVAILABLE),
                        FunctionDescriptor.of(ValueLayout.JAVA_INT),
                        Arena.global());
        synchronized (QueuesAtExit.class) {
            for (long queue : QueuesAtExit.OPEN) {
                MemorySegment object = MemorySegment.ofAddress(queue).reinterpret(ValueLayout.ADDRESS.byteSize());
                long bytes = TABLE * ValueLayout.ADDRESS.byteSize();
                MemorySegment table = Arena.global().allocate(bytes, Long.BYTES);
                table.copyFrom(object.get(ValueLayout.ADDRESS, 0).reinterpret(bytes));
                for (int command : COMMANDS) {
                    table.setAtIndex(ValueLayout.ADDRESS, command, refusal);
                }
                object.set(ValueLayout.ADDRESS, 0, table);
            }
        }
    }
}
