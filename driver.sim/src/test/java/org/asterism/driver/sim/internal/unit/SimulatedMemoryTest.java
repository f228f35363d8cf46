package org.asterism.driver.sim.internal.unit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.driver.sim.internal.reading.MachineLibrary;
import org.asterism.spi.driver.BufferCopy;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.Transfer;
import org.asterism.tck.VirtualEvents;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The memories of two GPUs, and what their driver threads do for them. */
class SimulatedMemoryTest {
    private static final int LARGE = 8 << 20;
    private static final BufferShape KILOBYTE = new BufferShape(1000, 1);

    private final VirtualEvents clock = new VirtualEvents();
    private DeviceMemory first;
    private DeviceMemory second;

    @BeforeEach
    void open() throws URISyntaxException {
        String file = Path.of(SimulatedMemoryTest.class
                        .getResource("/org/asterism/driver/sim/internal/small-platform.json")
                        .toURI())
                .toString();
        List<ComputeUnit> units =
                new SimulatedMachine(MachineLibrary.read(file), clock, false, new Spread(false, 0)).open(2);
        first = units.getFirst().memory().orElseThrow();
        second = units.getLast().memory().orElseThrow();
    }

    private long end(Transfer transfer) {
        long[] end = new long[1];
        assertTrue(transfer.whenFinished(() -> end[0] = clock.nanoTime()));
        clock.finish();
        return end[0];
    }

    private static List<BufferCopy> kilobyte(MemorySegment memory) {
        Buffer anywhere = Buffer.dense(memory.asSlice(0, 1000), KILOBYTE);
        return List.of(new BufferCopy(KILOBYTE, anywhere, anywhere));
    }

    @Test
    void shouldSayWhatTheLinksAreLike() {
        assertEquals(9_500, first.expectedNanosFromMain(0));
        assertEquals(9_500 + 1_000_000, first.expectedNanos(null, 1_000_000));
        assertEquals(19_500 + 2_000_000, first.expectedNanos(second, 1_000_000));
        assertTrue(first.reaches(second));
        assertFalse(first.hasOwnLink(second), "it is a part of the bus");
        assertTrue(second.hasOwnLink(first));
    }

    @Test
    void shouldHandOverOneCopyAfterTheOther() {
        MemorySegment memory = first.allocate(LARGE);
        clock.advanceTo(1_000_000);
        Transfer in = first.copyIn(kilobyte(memory));
        Transfer out = first.copyOut(kilobyte(memory));
        long outEnd = end(out);
        assertTrue(in.whenFinished(() -> {}));
        // Handed over at 10 and 20 us, 10 us of latency, and a microsecond for the bytes.
        assertEquals(1_000_000 + 20_000 + 10_000 + 1_000, outEnd);
    }

    @Test
    void shouldHandOverWhatComesFromMainMemoryBeforeWhatComesFromADevice() {
        MemorySegment memory = first.allocate(LARGE);
        clock.advanceTo(1_000_000);
        List<String> order = new ArrayList<>();
        follow("from the other device", second.copyTo(first, kilobyte(memory)), order);
        follow("from main memory", first.copyIn(kilobyte(memory)), order);
        clock.finish();
        assertEquals(List.of("from main memory", "from the other device"), order);
    }

    @Test
    void shouldHandOverWhatComesBeforeWhatLeavesButNothingThatWasAskedForSince() {
        MemorySegment memory = first.allocate(LARGE);
        clock.advanceTo(1_000_000);
        List<String> order = new ArrayList<>();
        follow("leaving", first.copyOut(kilobyte(memory)), order);
        follow("coming", first.copyIn(kilobyte(memory)), order);
        clock.advanceTo(1_015_000); // "coming" was handed over, and "leaving" is next
        follow("coming later", first.copyIn(kilobyte(memory)), order);
        clock.finish();
        assertEquals(List.of("coming", "leaving", "coming later"), order);
    }

    private static void follow(String name, Transfer copy, List<String> order) {
        assertTrue(copy.whenFinished(() -> order.add(name)));
    }

    @Test
    void shouldTakeMemoryOfOneDeviceAfterTheOther() {
        MemorySegment memory = first.allocate(LARGE);
        MemorySegment other = second.allocate(LARGE);
        Transfer intoSecond = second.copyIn(kilobyte(other));
        assertEquals(2 * 175_000 + 10_000 + 10_000 + 1_000, end(intoSecond));
        assertEquals(clock.nanoTime() + 21_000, end(first.copyIn(kilobyte(memory))));
    }

    @Test
    void shouldWaitForCopiesWhenMemoryGoesBackToADevice() {
        MemorySegment memory = first.allocate(LARGE);
        MemorySegment given = first.allocate(LARGE);
        clock.advanceTo(1_000_000);
        BufferShape all = new BufferShape(LARGE, 1);
        Buffer whole = Buffer.dense(memory, all);
        first.copyOut(List.of(new BufferCopy(all, whole, whole)));
        clock.advanceTo(1_010_000);
        first.free(given);
        // The matrices' latency is half a microsecond less than that of the links.
        assertEquals(
                1_010_000 + 9_500 + LARGE + 10_000 + 10_000 + 1_000,
                end(first.copyIn(kilobyte(memory))),
                "750 us are over by then");
    }
}
