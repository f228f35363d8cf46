package org.asterism.trace.internal.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The lanes of threads, of which those without a lane of their own share one. */
@Timeout(60)
class LanesTest {
    private final Definitions definitions = new Definitions();
    private final Lanes lanes = new Lanes(64, () -> {}, 0, definitions, new Names(definitions));

    private Future<Lane> on(Thread.Builder kind, CountDownLatch stay) {
        CompletableFuture<Lane> found = new CompletableFuture<>();
        kind.start(() -> {
            found.complete(lanes.current());
            try {
                stay.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        });
        return found;
    }

    @Test
    void shouldFindTheSharedLaneWithoutALock() throws Exception {
        CountDownLatch stay = new CountDownLatch(1);
        Lane common = on(Thread.ofVirtual(), stay).get();
        List<Lane> own = new ArrayList<>();
        for (int thread = 1; thread < Lanes.MOST_OWN; thread++) {
            own.add(on(Thread.ofPlatform().daemon(), stay).get());
        }
        assertEquals(Lanes.MOST_OWN - 1, own.stream().distinct().count());
        synchronized (lanes) { // as the reader does
            assertSame(common, on(Thread.ofVirtual(), stay).get(30, TimeUnit.SECONDS));
            assertSame(common, on(Thread.ofPlatform().daemon(), stay).get(30, TimeUnit.SECONDS));
        }
        stay.countDown();
    }

    @Test
    void shouldGiveALaneOfItsOwnAgainWhenThreadsHaveEnded() throws Exception {
        CountDownLatch stay = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int each = 0; each < Lanes.MOST_OWN; each++) {
            threads.add(Thread.ofPlatform().start(lanes::current));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Lane common = on(Thread.ofPlatform().daemon(), stay).get();
        List<Integer> removed = new ArrayList<>();
        lanes.removeEnded(removed::add);
        assertEquals(Lanes.MOST_OWN, removed.size());
        assertNotSame(common, on(Thread.ofPlatform().daemon(), stay).get());
        stay.countDown();
    }
}
