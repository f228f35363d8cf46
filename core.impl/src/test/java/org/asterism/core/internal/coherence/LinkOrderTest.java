package org.asterism.core.internal.coherence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.asterism.api.Access;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.TransferKind;
import org.asterism.core.internal.testing.NodesBench;
import org.asterism.core.internal.testing.NodesDriver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which transfer comes first on a link, and how many are under way at once. A copy takes a nanosecond per byte. */
@Timeout(20)
class LinkOrderTest {
    private final NodesBench bench = new NodesBench(2, Long.MAX_VALUE, false);

    @AfterEach
    void close() {
        bench.close();
    }

    /** Fills what the link takes of prefetches, for 6400 nanoseconds. */
    private void occupy() {
        bench.bytes(6400).prefetch(1);
        bench.bytes(6400).prefetch(1);
    }

    /** The sizes of the copies that were begun after the first two, in blocks of 64 bytes. */
    private List<Long> order() {
        return bench.driver.begun().stream()
                .skip(2)
                .map(copy -> copy.bytes() / 64)
                .toList();
    }

    private List<Long> times() {
        return bench.driver.begun().stream().map(NodesDriver.Copy::time).toList();
    }

    @Test
    void shouldBeginTheMostUrgentKindFirstThenTheHighestPriorityThenTheOldest() throws InterruptedException {
        occupy();
        bench.bytes(64).idlePrefetch(1);
        bench.bytes(128).transfer(1, TransferKind.PREFETCH, 1);
        bench.bytes(192).transfer(1, TransferKind.PREFETCH, 5);
        bench.bytes(256).transfer(1, TransferKind.PREFETCH, 1);
        bench.bytes(320).transfer(1, TransferKind.TASK_PREFETCH, 0);
        bench.bytes(384).fetch(1);
        bench.pass(100_000);
        assertEquals(List.of(6L, 5L, 3L, 2L, 4L, 1L), order());
        assertEquals(0, times().get(2), "a fetch does not wait for prefetches");
    }

    @Test
    void shouldMakeEqualWishesOneCopyAndTellAll() throws InterruptedException {
        occupy();
        DataHandle data = bench.bytes(64);
        List<CompletionStage<Void>> wishes =
                List.of(data.prefetch(1), data.idlePrefetch(1), data.prefetch(1), data.fetch(1));
        bench.use(1, Access.R, data);
        bench.runtime.waitAll();
        for (CompletionStage<Void> wish : wishes) {
            assertTrue(wish.toCompletableFuture().isDone());
        }
        assertEquals(List.of(1L), order());
    }

    @Test
    void shouldRaiseAPrefetchThatATaskWaitsFor() throws InterruptedException {
        occupy();
        bench.bytes(128).prefetch(1);
        DataHandle data = bench.bytes(64);
        data.idlePrefetch(1);
        bench.use(1, Access.R, data).await();
        assertEquals(64, bench.clock.nanoTime());
        assertEquals(List.of(1L), order());
    }

    @Test
    void shouldRaiseBothHopsOfATransferThroughMainMemory() throws InterruptedException {
        try (NodesBench three = new NodesBench(3, Long.MAX_VALUE, false)) {
            DataHandle data = three.bytes(64);
            List<DataHandle> others = new ArrayList<>();
            three.use(1, Access.W, data);
            for (int other = 0; other < 3; other++) {
                others.add(three.bytes(6400));
                three.use(1, Access.W, others.get(other));
            }
            three.runtime.waitAll();
            others.forEach(other -> other.prefetch(0));
            data.idlePrefetch(2);
            three.use(2, Access.R, data).await();
            assertEquals(128, three.clock.nanoTime());
        }
    }

    @Test
    void shouldHaveOnlySoManyOfEachKindUnderWay() throws InterruptedException {
        for (int number = 0; number < 4; number++) {
            bench.bytes(64).prefetch(1);
        }
        bench.pass(10_000);
        assertEquals(List.of(0L, 0L, 64L, 64L), times());
    }

    @Test
    void shouldHaveFiveFetchesUnderWay() throws InterruptedException {
        for (int number = 0; number < 7; number++) {
            bench.bytes(64).fetch(1);
        }
        bench.pass(10_000);
        assertEquals(List.of(0L, 0L, 0L, 0L, 0L, 64L, 64L), times());
    }

    @Test
    void shouldMakeIdlePrefetchesOneByOne() throws InterruptedException {
        for (int number = 0; number < 3; number++) {
            bench.bytes(64).idlePrefetch(1);
        }
        bench.pass(10_000);
        assertEquals(List.of(0L, 64L, 128L), times());
    }
}
