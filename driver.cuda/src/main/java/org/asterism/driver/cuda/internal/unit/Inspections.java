package org.asterism.driver.cuda.internal.unit;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.asterism.api.device.DeviceBuffer;
import org.asterism.api.device.Inspection;

/**
 * The inspections that one task has requested, and copies of the values that they examine. The device writes the copies
 * into pinned memory after the task's work, and the inspections are called when this has ended. Used by the worker's
 * thread.
 */
final class Inspections {
    private record Copy(MemorySegment slot, long bytes, Inspection inspection) {}

    private final PinnedSlots slots;
    private final List<Copy> copies = new ArrayList<>(1);

    Inspections(PinnedSlots slots) {
        this.slots = slots;
    }

    /** Has a buffer copied behind what is in the stream, and looked at. */
    void add(DeviceBuffer buffer, Inspection inspection) {
        if (buffer.bytes() < 1 || buffer.bytes() > PinnedSlots.BYTES) {
            throw new IllegalArgumentException(buffer.bytes() + " bytes cannot be inspected: give a buffer of 1 to "
                    + PinnedSlots.BYTES + " bytes");
        }
        MemorySegment slot = slots.take();
        copies.add(new Copy(slot, buffer.bytes(), inspection));
        slots.fetch(buffer, slot);
    }

    /** Has the copies looked at; the stream's work has ended. */
    void look() throws Exception {
        for (Copy copy : copies) {
            copy.inspection.inspect(copy.slot.asSlice(0, copy.bytes).asReadOnly());
        }
    }

    /** Gives the memory of the copies back. */
    void giveBack() {
        for (Copy copy : copies) {
            slots.giveBack(copy.slot);
        }
        copies.clear();
    }
}
