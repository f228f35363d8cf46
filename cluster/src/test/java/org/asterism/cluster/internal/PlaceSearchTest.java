package org.asterism.cluster.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PlaceSearchTest {
    private static final List<InetSocketAddress> PLACES =
            List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 7801));

    private final AtomicBoolean isAlone = new AtomicBoolean(true);

    private static void await(PlaceSearch search, Predicate<PlaceSearch.Result> condition) {
        while (!condition.test(search.result())) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldSearchOnlyWhileThereIsNoCoordinator() throws Exception {
        Semaphore searches = new Semaphore(0);
        PlaceSearch.Source source = () -> {
            searches.release();
            return PLACES;
        };
        isAlone.set(false);
        try (PlaceSearch search = PlaceSearch.begin(source, isAlone::get)) {
            search.awaitFirst(30_000);
            assertEquals(0, searches.availablePermits());
            isAlone.set(true);
            searches.acquire(2); // again and again
            await(search, found -> found.places().equals(PLACES));
            isAlone.set(false);
            await(search, found -> found.places().isEmpty());
        }
    }

    @Test
    void shouldTellWhatItKnowsWhileASearchHangs() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch hangs = new CountDownLatch(1);
        AtomicBoolean isSecond = new AtomicBoolean();
        PlaceSearch.Source source = () -> {
            if (isSecond.getAndSet(true)) {
                hangs.countDown();
                try {
                    end.await();
                } catch (InterruptedException unwanted) {
                    throw new IOException(unwanted);
                }
            }
            return PLACES;
        };
        try (PlaceSearch search = PlaceSearch.begin(source, isAlone::get)) {
            hangs.await();
            search.awaitFirst(30_000);
            assertEquals(PLACES, search.result().places());
        } finally {
            end.countDown();
        }
    }

    @Test
    void shouldGoOnWhenASearchFails() throws Exception {
        AtomicBoolean isThere = new AtomicBoolean();
        PlaceSearch.Source source = () -> {
            if (!isThere.get()) {
                throw new IOException("there is no folder 'x'");
            }
            return PLACES;
        };
        try (PlaceSearch search = PlaceSearch.begin(source, isAlone::get)) {
            await(search, found -> found.trouble().equals("there is no folder 'x'"));
            isThere.set(true);
            await(
                    search,
                    found -> found.places().equals(PLACES) && found.trouble().isEmpty());
        }
    }
}
