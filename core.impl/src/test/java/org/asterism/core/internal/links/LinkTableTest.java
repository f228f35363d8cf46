package org.asterism.core.internal.links;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.asterism.api.model.Link;
import org.asterism.api.model.LinkSettings;
import org.asterism.spi.driver.BufferCopy;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.Transfer;
import org.junit.jupiter.api.Test;

class LinkTableTest {
    private final LinkTable table = new LinkTable(LinkSettings.defaults());

    /**
     * A memory at the end of links that take a latency and some time per byte; it reaches those whose name it knows.
     */
    private record Described(String name, long latency, long in, long out, String peers, String own)
            implements DeviceMemory {
        Described(String name, long latency, long perByte) {
            this(name, latency, perByte, perByte, "", "");
        }

        @Override
        public long capacity() {
            return Long.MAX_VALUE;
        }

        @Override
        public boolean reaches(DeviceMemory peer) {
            return peers.contains(peer.name());
        }

        @Override
        public boolean hasOwnLink(DeviceMemory peer) {
            return own.contains(peer.name());
        }

        @Override
        public long expectedNanos(DeviceMemory peer, long bytes) {
            return latency + out * bytes;
        }

        @Override
        public long expectedNanosFromMain(long bytes) {
            return latency + in * bytes;
        }

        @Override
        public MemorySegment allocate(long bytes) {
            throw new AssertionError("only asked");
        }

        @Override
        public void free(MemorySegment memory) {
            throw new AssertionError("only asked");
        }

        @Override
        public Transfer copyIn(List<BufferCopy> copies) {
            throw new AssertionError("only asked");
        }

        @Override
        public Transfer copyOut(List<BufferCopy> copies) {
            throw new AssertionError("only asked");
        }
    }

    @Test
    void shouldCountLatencyOnceAndBytesForAllDevices() {
        table.add(1, new Described("gpu-0", 100, 2, 3, "", ""), true);
        assertEquals(100 + 2 * 2 * 50, table.nanos(0, 1, 50));
        assertEquals(100 + 2 * 3 * 50, table.nanos(1, 0, 50));
        table.add(2, new Described("gpu-1", 0, 1), true);
        assertEquals(100 + 4 * 2 * 50, table.nanos(0, 1, 50));
        table.remove(2);
        assertEquals(100 + 2 * 2 * 50, table.nanos(0, 1, 50));
    }

    @Test
    void shouldCountNothingForFurtherMainMemory() {
        table.add(1, new Described("ram-1", 100, 2), false);
        assertEquals(1, table.contention());
        assertEquals(100 + 2 * 50, table.nanos(0, 1, 50));
    }

    @Test
    void shouldCountTwoCopiesOnALinkOfItsOwn() {
        table.add(1, new Described("gpu-0", 0, 1), true);
        table.add(2, new Described("gpu-1", 0, 1, 1, "gpu-0", "gpu-0"), true);
        table.add(3, new Described("gpu-2", 0, 1, 1, "gpu-0", ""), true);
        assertEquals(6, table.contention());
        assertEquals(2 * 50, table.nanos(2, 1, 50));
        assertEquals(6 * 50, table.nanos(3, 1, 50));
        LinkTable free = new LinkTable(LinkSettings.withContention(0));
        free.add(1, new Described("gpu-0", 7, 1), true);
        free.add(2, new Described("gpu-1", 7, 1, 1, "gpu-0", "gpu-0"), true);
        assertEquals(7, free.nanos(2, 1, 50), "nothing but the latency was asked for");
    }

    @Test
    void shouldTellMissingLinksFromUnknownOnes() {
        table.add(1, new Described("gpu-0", 0, 0), true);
        table.add(2, new Described("gpu-1", 0, 1, 1, "gpu-0", ""), true);
        assertEquals(0, table.nanos(0, 1, 1000));
        assertTrue(table.nanos(2, 1, 1000) > 0);
        assertEquals(-1, table.nanos(1, 2, 1000));
        assertTrue(table.nanos(0, 2, 0) > 0, "what is known is never 0");
    }

    @Test
    void shouldForgetNodesThatLeave() {
        table.add(1, new Described("gpu-0", 0, 1), true);
        table.add(2, new Described("gpu-1", 0, 1, 1, "gpu-0", ""), true);
        table.remove(1);
        assertEquals(-1, table.nanos(0, 1, 8));
        assertEquals(-1, table.nanos(2, 1, 8));
        table.add(3, new Described("gpu-0", 0, 1), true);
        assertEquals(4 * 8, table.nanos(0, 3, 8));
        assertEquals(4 * 8, table.nanos(2, 3, 8));
    }

    @Test
    void shouldTellOnceThatAnUnknownLinkWasAskedFor() {
        int[] told = {0};
        table.whenAskedInVain(() -> told[0]++);
        table.add(1, new Described("gpu-0", 5, 1), true);
        table.add(2, new Described("gpu-1", 0, 0), true);
        assertEquals(Link.Origin.DRIVER, table.link(0, 1).orElseThrow().origin());
        assertEquals(0, told[0], "it is known");
        assertEquals(Link.Origin.UNKNOWN, table.link(0, 2).orElseThrow().origin());
        table.link(0, 2);
        assertEquals(1, told[0]);
        assertTrue(table.link(1, 2).isEmpty()
                && table.link(1, 1).isEmpty()
                && table.link(0, 3).isEmpty());
    }

    @Test
    void shouldKeepOtherNodesWhenADriverThrows() {
        DeviceMemory broken = new DeviceMemory() {
            @Override
            public String name() {
                return "broken";
            }

            @Override
            public long capacity() {
                return 1;
            }

            @Override
            public MemorySegment allocate(long bytes) {
                return null;
            }

            @Override
            public void free(MemorySegment memory) {}

            @Override
            public Transfer copyIn(List<BufferCopy> copies) {
                return Transfer.FINISHED;
            }

            @Override
            public Transfer copyOut(List<BufferCopy> copies) {
                return Transfer.FINISHED;
            }

            @Override
            public boolean reaches(DeviceMemory peer) {
                throw new IllegalStateException("broken");
            }

            @Override
            public long expectedNanos(DeviceMemory peer, long bytes) {
                throw new IllegalStateException("broken");
            }
        };
        table.add(1, new Described("gpu-0", 0, 1), true);
        table.add(2, broken, true);
        assertEquals(4 * 8, table.nanos(0, 1, 8));
        assertEquals(0, table.nanos(0, 2, 8), "there is a way to main memory in any case");
        assertEquals(-1, table.nanos(2, 1, 8));
    }

    @Test
    void shouldRefuseAContentionThatIsNone() {
        for (double wrong : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
            IllegalArgumentException refused =
                    assertThrows(IllegalArgumentException.class, () -> LinkSettings.withContention(wrong));
            assertEquals(
                    "contention is " + wrong + ": give a finite number from 0, or none for 2n", refused.getMessage());
        }
    }
}
