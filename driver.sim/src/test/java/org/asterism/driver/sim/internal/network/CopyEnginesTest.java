package org.asterism.driver.sim.internal.network;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.asterism.driver.sim.internal.machine.Costs;
import org.asterism.driver.sim.internal.machine.KernelTable;
import org.asterism.driver.sim.internal.machine.Machine;
import org.asterism.driver.sim.internal.machine.MemoryDescription;
import org.asterism.driver.sim.internal.machine.NetworkDescription;
import org.asterism.driver.sim.internal.machine.NetworkDescription.Link;
import org.asterism.driver.sim.internal.machine.NetworkDescription.Way;
import org.asterism.tck.VirtualEvents;
import org.junit.jupiter.api.Test;

/**
 * Main memory, a NUMA node and three GPUs, each way on a link of its own: a byte takes a nanosecond after ten of
 * latency.
 */
class CopyEnginesTest {
    private static final int RAM = 0;
    private static final int NUMA = 1;
    private static final int A = 2;
    private static final int B = 3;
    private static final int C = 4;
    private static final int ALL = 5;

    private final VirtualEvents clock = new VirtualEvents();
    private final CopyEngines engines = new CopyEngines(machine(), clock);

    private static Machine machine() {
        List<MemoryDescription> memories = new ArrayList<>();
        List<Link> links = new ArrayList<>();
        Way[][] ways = new Way[ALL][ALL];
        for (int from = 0; from < ALL; from++) {
            memories.add(new MemoryDescription("memory " + from, Long.MAX_VALUE, from >= A));
            for (int to = 0; to < ALL; to++) {
                ways[from][to] = new Way(new int[] {links.size()}, 1, 10);
                links.add(new Link(from + " to " + to, 1, 10, true));
            }
        }
        return new Machine(
                "test",
                "five memories",
                memories,
                List.of(),
                new NetworkDescription(links, ways, false),
                new KernelTable(Map.of(), Map.of(), Set.of(), 1),
                Costs.STANDARD);
    }

    private long[] copy(int from, int to) {
        long[] end = new long[1];
        engines.submit(from, to, 100, () -> end[0] = clock.nanoTime());
        return end;
    }

    /** When a second copy ends that is submitted right after another one. */
    private long secondAfter(int from, int to, int nextFrom, int nextTo) {
        long begin = clock.nanoTime();
        copy(from, to);
        long[] second = copy(nextFrom, nextTo);
        clock.finish();
        return second[0] - begin;
    }

    @Test
    void shouldCopyOnOneWayInSequence() {
        assertEquals(220, secondAfter(RAM, A, RAM, A));
        assertEquals(220, secondAfter(A, RAM, A, RAM));
        assertEquals(220, secondAfter(RAM, NUMA, RAM, NUMA));
    }

    @Test
    void shouldCopyInBothDirectionsAtOnceButBetweenDevices() {
        assertEquals(110, secondAfter(RAM, A, A, RAM));
        assertEquals(110, secondAfter(RAM, NUMA, NUMA, RAM));
        assertEquals(220, secondAfter(A, B, B, A));
    }

    @Test
    void shouldTakeTurnsWithWhatGoesIntoTheEndsOfACopyBetweenDevices() {
        assertEquals(220, secondAfter(RAM, A, A, B));
        assertEquals(220, secondAfter(RAM, B, A, B));
        assertEquals(220, secondAfter(A, B, RAM, A));
        assertEquals(220, secondAfter(A, B, RAM, B));
        assertEquals(220, secondAfter(A, B, C, A));
        assertEquals(110, secondAfter(A, B, A, RAM));
        assertEquals(110, secondAfter(A, B, B, RAM));
        assertEquals(110, secondAfter(A, B, RAM, C));
        assertEquals(110, secondAfter(RAM, A, RAM, B));
        assertEquals(110, secondAfter(RAM, A, NUMA, A));
    }

    @Test
    void shouldWaitForAllThatAreBefore() {
        copy(RAM, A);
        copy(RAM, B);
        copy(RAM, B);
        long[] last = copy(A, B);
        assertEquals(220, engines.expectedRest(), "of two in sequence; those on other ways are shorter");
        clock.finish();
        assertEquals(330, last[0]);
    }
}
