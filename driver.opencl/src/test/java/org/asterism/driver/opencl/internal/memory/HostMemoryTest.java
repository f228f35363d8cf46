package org.asterism.driver.opencl.internal.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.asterism.driver.opencl.internal.device.Discovery;
import org.asterism.driver.opencl.internal.device.OpenDevice;
import org.asterism.driver.opencl.internal.device.Opening;
import org.asterism.driver.opencl.internal.library.Buffers;
import org.asterism.driver.opencl.internal.library.Copies;
import org.asterism.driver.opencl.internal.library.Events;
import org.asterism.driver.opencl.internal.library.Queues;
import org.asterism.driver.opencl.internal.queue.CommandQueue;
import org.asterism.kit.device.CopyRectangles.Rectangle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HostMemoryTest {
    private OpenDevice device;

    @BeforeEach
    void open() {
        Discovery.Found found = Discovery.find();
        assumeFalse(found.devices().isEmpty(), () -> "SKIPPED, nothing is tested: " + found.remark());
        device = new Opening(List.of(), false)
                .open(found.devices().subList(0, 1))
                .getFirst();
        device.hold();
    }

    @AfterEach
    void close() {
        if (device != null) {
            device.letGo();
        }
    }

    @Test
    void shouldShowTheHostWhatADeviceHasWrittenAlsoIfItKeepsACopy() {
        for (boolean inPlace : new boolean[] {true, false}) {
            try (CommandQueue queue = device.queue("test", Queues.PROFILING);
                    Arena arena = Arena.ofShared()) {
                HostMemory memory = new HostMemory(device, inPlace);
                MemorySegment from = arena.allocateFrom(ValueLayout.JAVA_DOUBLE, 1, 2, 3);
                MemorySegment to = arena.allocateFrom(ValueLayout.JAVA_DOUBLE, 0, 0, 0);
                for (int round = 1; round <= 3; round++) {
                    from.set(ValueLayout.JAVA_DOUBLE, 0, round);
                    long event = Copies.copy(
                            queue.handle(),
                            memory.object(from),
                            0,
                            memory.object(to),
                            0,
                            new Rectangle(0, 0, 24, 1, 1, 24, 24, 0, 0));
                    long settled = memory.settle(queue.handle(), event);
                    assertEquals(inPlace, settled == 0, "whether nothing has to be done");
                    queue.flush();
                    assertEquals(0, Events.await(settled == 0 ? event : settled));
                    Events.release(event);
                    if (settled != 0) {
                        Events.release(settled);
                    }
                    assertArrayEquals(new double[] {round, 2, 3}, to.toArray(ValueLayout.JAVA_DOUBLE));
                }
                memory.endUse();
            }
        }
    }

    @Test
    void shouldForgetTheCopiesOfATaskThatWasNotLaunched() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment data = arena.allocate(64, 64);
            HostMemory copying = new HostMemory(device, false);
            long first = copying.object(data);
            long part = Buffers.part(first, 0, 64); // keeps its whole, whose number the next could have otherwise
            copying.forget();
            assertNotEquals(first, copying.object(data), "what keeps a copy of what the data were");
            copying.endUse();
            Buffers.release(part);
            HostMemory inPlace = new HostMemory(device, true);
            long kept = inPlace.object(data);
            inPlace.forget();
            assertEquals(kept, inPlace.object(data));
            inPlace.endUse();
        }
    }

    @Test
    void shouldKeepObjectsOnlyWhereTheyHoldNothing() {
        try (CommandQueue queue = device.queue("test", Queues.PROFILING);
                Arena arena = Arena.ofShared()) {
            MemorySegment data = arena.allocate(1 << 20, 64);
            HostMemory kept = new HostMemory(device, true);
            long first = kept.object(data.asSlice(0, 64));
            assertNotEquals(0, first);
            assertEquals(first, kept.object(data.asSlice(0, 64)));
            assertNotEquals(first, kept.object(data.asSlice(0, 128)));
            for (int number = 0; number < 3000; number++) {
                kept.object(data.asSlice(64L * number, 64));
                kept.settle(queue.handle(), 0);
            }
            assertEquals(0, kept.object(data.asSlice(0, 0)), "data without bytes");
            kept.endUse();
        }
    }
}
