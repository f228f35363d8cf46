package org.asterism.core.internal.coherence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.asterism.api.AccessMode;
import org.asterism.api.MemoryNode;
import org.asterism.api.Task;
import org.asterism.api.data.DataHandle;
import org.asterism.core.internal.testing.NodesBench;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What policies are told of data; a copy takes a nanosecond per byte. */
@Timeout(20)
class PlacementTest {
    private NodesBench bench = new NodesBench(3, Long.MAX_VALUE, false);

    @AfterEach
    void close() {
        bench.close();
    }

    private List<Long> times(DataHandle data) {
        return List.of(
                bench.placement().transferNanos(data, 0),
                bench.placement().transferNanos(data, 1),
                bench.placement().transferNanos(data, 2));
    }

    @Test
    void shouldNameTheMemories() {
        assertEquals(
                List.of("main", "ram-1", "ram-2"),
                bench.placement().memoryNodes().stream().map(MemoryNode::name).toList());
    }

    @Test
    void shouldTellHowLongTransfersTakeFromTheBestSource() throws InterruptedException {
        DataHandle data = bench.bytes(640);
        assertEquals(List.of(0L, 640L, 640L), times(data));
        bench.use(1, AccessMode.W, data).await();
        assertEquals(List.of(640L, 0L, 1280L), times(data), "through main memory");
        bench.use(0, AccessMode.R, data).await();
        assertEquals(List.of(0L, 0L, 640L), times(data));
        bench.close();
        bench = new NodesBench(3, Long.MAX_VALUE, true);
        data = bench.bytes(640);
        bench.use(1, AccessMode.W, data).await();
        assertEquals(List.of(640L, 0L, 640L), times(data), "directly");
    }

    @Test
    void shouldTellWhatATaskWouldHaveToWaitFor() throws InterruptedException {
        DataHandle read = bench.bytes(640);
        DataHandle written = bench.bytes(64);
        DataHandle changed = bench.bytes(128);
        DataHandle unwritten = bench.temporary(8);
        bench.use(1, AccessMode.W, changed).await();
        bench.set(0, unwritten, 1);
        Task task = bench.task(2, 0, kernel -> {}, AccessMode.R, AccessMode.W, AccessMode.RW)
                .data(read, written, changed);
        assertEquals(128, bench.placement().missingBytes(task, 0));
        assertEquals(640, bench.placement().missingBytes(task, 1));
        assertEquals(768, bench.placement().missingBytes(task, 2));
        assertEquals(
                640 + 256,
                bench.placement().transferNanos(task, bench.runtime.workers().get(2)));
        read.prefetch(2);
        assertTrue(bench.placement().isValidOrRequested(read, 2));
        assertFalse(bench.placement().isValidOrRequested(read, 1));
        assertEquals(128, bench.placement().missingBytes(task, 2), "what is on its way is not missing");
        task.submit().await();
        assertEquals(0, bench.placement().missingBytes(task, 2));
    }
}
