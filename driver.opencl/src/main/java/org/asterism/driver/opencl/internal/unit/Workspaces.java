package org.asterism.driver.opencl.internal.unit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.asterism.api.device.DeviceBuffer;
import org.asterism.driver.opencl.internal.device.OpenDevice;
import org.asterism.driver.opencl.internal.library.Buffers;
import org.asterism.driver.opencl.internal.library.ErrorCode;
import org.asterism.driver.opencl.internal.library.OpenClException;
import org.asterism.driver.opencl.internal.memory.SpareMemory;

/**
 * Memory for the intermediate results of one worker's tasks, from the device memory that data do not use. Memory that a
 * task has given back is kept for the next task that wants as much. Used by the worker's thread only.
 */
final class Workspaces {
    private final OpenDevice device;
    private final SpareMemory spare;
    private final Map<Long, Deque<DeviceBuffer>> kept = new HashMap<>();

    Workspaces(OpenDevice device, SpareMemory spare) {
        this.device = device;
        this.spare = spare;
    }

    /**
     * Takes memory.
     *
     * @throws IllegalStateException if the device has not so much left
     */
    DeviceBuffer take(long bytes) {
        if (bytes <= 0) {
            throw new IllegalArgumentException("a workspace of " + bytes + " bytes: ask for more than 0");
        }
        Deque<DeviceBuffer> fitting = kept.get(bytes);
        if (fitting != null && !fitting.isEmpty()) {
            return fitting.pop();
        }
        if (!spare.take(bytes)) {
            release();
            if (!spare.take(bytes)) {
                throw new IllegalStateException("a workspace of " + bytes + " bytes on " + device + ": " + spare
                        + "; have memory.reserve or memory.limit leave more");
            }
        }
        try {
            return new DeviceBuffer(Buffers.create(device.context(), Buffers.READ_WRITE, bytes, 0), 0, bytes);
        } catch (OpenClException refused) {
            spare.giveBack(bytes);
            if (ErrorCode.isOutOfMemory(refused.code())) {
                throw new IllegalStateException("a workspace of " + bytes + " bytes on " + device
                        + ": the device has not so much left (" + ErrorCode.describe(refused.code()) + "), although "
                        + spare);
            }
            throw device.failure("a workspace of " + bytes + " bytes", refused.code());
        }
    }

    /** Keeps for the next what a task does not need any more. */
    void giveBack(List<DeviceBuffer> buffers) {
        for (DeviceBuffer buffer : buffers) {
            kept.computeIfAbsent(buffer.bytes(), bytes -> new ArrayDeque<>()).push(buffer);
        }
    }

    /** Gives the device back what is kept. */
    void release() {
        List<DeviceBuffer> all = new ArrayList<>();
        kept.values().forEach(all::addAll);
        kept.clear();
        for (DeviceBuffer buffer : all) {
            Buffers.release(buffer.memory());
            spare.giveBack(buffer.bytes());
        }
    }
}
