package org.asterism.driver.opencl.internal.device;

import java.util.List;
import org.asterism.driver.opencl.internal.library.ErrorCode;
import org.asterism.driver.opencl.internal.library.OpenClException;
import org.asterism.driver.opencl.internal.library.Queues;
import org.asterism.driver.opencl.internal.queue.CommandQueue;
import org.asterism.spi.driver.DeviceLostException;
import org.jocl.CL;
import org.jocl.cl_context;
import org.jocl.cl_device_id;

/**
 * A device that was opened for one runtime: its context, and its parts if it was divided. It is released when its last
 * unit and its memory are closed.
 */
public final class OpenDevice {
    private final DeviceFacts facts;
    private final OpenContext context;
    private final List<cl_device_id> parts;
    private final boolean divided;
    private int holders;
    private volatile boolean lost;

    /**
     * Opens a device that nobody holds yet.
     *
     * @param found the device
     * @param context the context, which this object will release
     * @param parts handles of its parts, or of itself
     * @param divided whether they are parts
     */
    OpenDevice(FoundDevice found, OpenContext context, List<cl_device_id> parts, boolean divided) {
        this.facts = found.facts();
        this.context = context;
        this.parts = List.copyOf(parts);
        this.divided = divided;
    }

    /** Returns the device's own facts. */
    public DeviceFacts facts() {
        return facts;
    }

    /** The context's handle. */
    public long context() {
        return context.address();
    }

    /** The context for JOCL. */
    public cl_context contextHandle() {
        return context.handle();
    }

    /** Returns the devices on which kernels run: the device itself, or its parts. */
    public List<cl_device_id> parts() {
        return parts;
    }

    /** Whether the device is divided into parts. */
    public boolean isDivided() {
        return divided;
    }

    /**
     * Makes a queue for copies.
     *
     * @param purpose becomes a part of its thread's name
     * @param properties of those of {@link Queues}
     */
    public CommandQueue queue(String purpose, long properties) {
        return queue(facts.name() + "-" + purpose, parts.getFirst(), properties);
    }

    /**
     * Makes a queue.
     *
     * @param name of its thread
     * @param part on which of the {@link #parts}
     * @param properties of those of {@link Queues}
     */
    public CommandQueue queue(String name, cl_device_id part, long properties) {
        try {
            return new CommandQueue(name, context(), part.getNativePointer(), properties, this::failure);
        } catch (OpenClException refused) {
            throw failure("a queue", refused.code());
        }
    }

    /**
     * Returns the exception that reports an error. Some errors imply that the device is gone. After others, drivers
     * refuse all further requests to the device, so it is queried whether the device still exists.
     *
     * @param what has failed, such as the name of a kernel
     * @param code OpenCL's number
     */
    public RuntimeException failure(String what, int code) {
        String reason = what + ": " + ErrorCode.describe(code);
        if (lost || code == ErrorCode.DEVICE_NOT_AVAILABLE || isSuspicious(code) && !answers()) {
            lost = true;
            return new DeviceLostException(facts.name(), reason, null);
        }
        if (ErrorCode.isOutOfMemory(code)) {
            return new IllegalStateException(reason + " on " + facts.name() + ", which has " + facts.memory()
                    + " bytes of memory, at most " + facts.largestAllocation()
                    + " in one piece: use smaller data, or have memory.limit or memory.reserve leave more to kernels");
        }
        return new IllegalStateException(reason + " on " + facts.name());
    }

    private static boolean isSuspicious(int code) {
        return code == ErrorCode.OUT_OF_RESOURCES
                || code == ErrorCode.INVALID_COMMAND_QUEUE
                || code == ErrorCode.INVALID_CONTEXT
                || code == ErrorCode.NVIDIA_ILLEGAL_ACCESS;
    }

    private boolean answers() {
        try {
            if (!DeviceQueries.truth(parts.getFirst(), CL.CL_DEVICE_AVAILABLE)) {
                return false;
            }
            long queue = Queues.create(context(), parts.getFirst().getNativePointer(), 0);
            try {
                return Queues.probe(queue);
            } finally {
                Queues.release(queue);
            }
        } catch (OpenClException silent) {
            return false;
        }
    }

    /** Keeps the device open until {@link #letGo}. */
    public synchronized void hold() {
        holders++;
    }

    /** The last one closes the device. */
    public void letGo() {
        if (lastLeaves()) {
            close();
        }
    }

    private synchronized boolean lastLeaves() {
        return --holders == 0;
    }

    private void close() {
        if (divided) {
            parts.forEach(CL::clReleaseDevice);
        }
        context.letGo();
    }

    @Override
    public String toString() {
        return facts.name();
    }
}
