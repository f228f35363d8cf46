package org.asterism.driver.opencl.internal.unit;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.asterism.api.device.DeviceBuffer;
import org.asterism.api.device.Inspection;
import org.asterism.driver.opencl.internal.library.Copies;
import org.asterism.kit.device.CopyRectangles.Rectangle;

/**
 * The inspections that one task has requested, and copies of the values that they examine. The device writes the copies
 * after the task's work, and the inspections are called when this has ended. Used by one thread at a time.
 */
final class Inspections {
    private record Copy(MemorySegment slot, long bytes, Inspection inspection) {}

    private final InspectionSlots slots;
    private final List<Copy> copies = new ArrayList<>(0);

    Inspections(InspectionSlots slots) {
        this.slots = slots;
    }

    /**
     * Puts the copy of a buffer into a queue.
     *
     * @return the copy's event
     */
    long add(long queue, DeviceBuffer buffer, Inspection inspection) {
        long bytes = buffer.bytes();
        if (bytes < 1 || bytes > InspectionSlots.BYTES) {
            throw new IllegalArgumentException(
                    bytes + " bytes cannot be inspected: give a buffer of 1 to " + InspectionSlots.BYTES + " bytes");
        }
        MemorySegment slot = slots.take();
        copies.add(new Copy(slot, bytes, inspection));
        return Copies.read(
                queue,
                buffer.memory(),
                buffer.offset(),
                slot.address(),
                new Rectangle(0, 0, bytes, 1, 1, bytes, bytes, bytes, bytes));
    }

    /** Has the copies looked at; the task's commands have ended. */
    void look() throws Exception {
        for (Copy copy : copies) {
            copy.inspection.inspect(copy.slot.asSlice(0, copy.bytes).asReadOnly());
        }
    }

    /** Gives the memory of the copies back. */
    void giveBack() {
        copies.forEach(copy -> slots.giveBack(copy.slot));
        copies.clear();
    }
}
