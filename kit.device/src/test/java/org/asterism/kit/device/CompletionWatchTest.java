package org.asterism.kit.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class CompletionWatchTest {
    private final List<Object> told = Collections.synchronizedList(new ArrayList<>());

    @Test
    void shouldTellEventsInTheOrderInWhichTheyWereGiven() {
        CountDownLatch first = new CountDownLatch(1);
        try (CompletionWatch watch = new CompletionWatch("watch")) {
            watch.watch(first::await, () -> told.add(0));
            for (int number = 1; number < 100; number++) {
                int event = number;
                watch.watch(() -> {}, () -> told.add(event));
            }
            assertEquals(List.of(), told, "told before the first event has happened");
            first.countDown();
        }
        assertEquals(IntStream.range(0, 100).boxed().toList(), told);
    }

    @Test
    void shouldWakeWhoeverWaitsForAnEventThatFails() {
        try (CompletionWatch watch = new CompletionWatch("watch")) {
            watch.watch(
                    () -> {
                        throw new IllegalStateException("the event was never recorded");
                    },
                    () -> told.add("failed"));
            watch.watch(() -> {}, () -> told.add("next"));
        }
        assertEquals(List.of("failed", "next"), told);
    }

    @Test
    void shouldGoOnWhenWhoeverIsWokenThrows() {
        try (CompletionWatch watch = new CompletionWatch("watch")) {
            watch.watch(() -> {}, () -> {
                throw new IllegalStateException("thrown by a wake of a test");
            });
            watch.watch(() -> {}, () -> told.add("next"));
        }
        assertEquals(List.of("next"), told);
    }

    @Test
    void shouldWaitForEveryEventBeforeItIsClosed() throws InterruptedException {
        CountDownLatch happens = new CountDownLatch(1);
        CompletionWatch watch = new CompletionWatch("watch");
        watch.watch(happens::await, () -> told.add("last"));
        Thread closing = Thread.ofPlatform().start(watch::close);
        while (closing.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        assertThrows(IllegalStateException.class, () -> watch.watch(() -> {}, () -> told.add("too late")));
        happens.countDown();
        closing.join();
        assertEquals(List.of("last"), told);
    }

    @Test
    void shouldWaitForEveryEventAlsoWhenWhoeverClosesItIsInterrupted() throws InterruptedException {
        CountDownLatch happens = new CountDownLatch(1);
        CompletionWatch watch = new CompletionWatch("watch");
        watch.watch(happens::await, () -> told.add("last"));
        AtomicReference<List<Object>> toldBefore = new AtomicReference<>();
        Thread closing = Thread.ofPlatform().start(() -> {
            Thread.currentThread().interrupt();
            watch.close();
            toldBefore.set(
                    Thread.currentThread().isInterrupted()
                            ? List.<Object>copyOf(told)
                            : List.<Object>of("no interrupt"));
        });
        while (closing.isAlive() && closing.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        happens.countDown();
        closing.join();
        assertEquals(List.of("last"), toldBefore.get(), "told before the watch was closed");
    }

    @Test
    void shouldWaitInAThreadOfItsOwnThatEndsWithIt() throws InterruptedException {
        AtomicReference<Thread> thread = new AtomicReference<>();
        List<String> prepared = Collections.synchronizedList(new ArrayList<>());
        CompletionWatch watch = new CompletionWatch(
                "gpu-0 waits", () -> prepared.add(Thread.currentThread().getName()));
        CountDownLatch woken = new CountDownLatch(1);
        watch.watch(() -> thread.set(Thread.currentThread()), woken::countDown);
        assertTrue(woken.await(20, TimeUnit.SECONDS), "nobody was woken");
        assertEquals("gpu-0 waits", thread.get().getName());
        assertTrue(thread.get().isDaemon(), "the thread would keep the JVM alive");
        assertEquals(List.of("gpu-0 waits"), prepared, "threads that were prepared");
        watch.close();
        assertFalse(thread.get().isAlive(), "the thread lives on");
        watch.close();
    }

    @Test
    void shouldNotBeEndedByAnInterrupt() {
        try (CompletionWatch watch = new CompletionWatch("watch")) {
            CountDownLatch interrupted = new CountDownLatch(1);
            watch.watch(() -> Thread.currentThread().interrupt(), interrupted::countDown);
            awaitQuietly(interrupted);
            watch.watch(() -> {}, () -> told.add("after the interrupt"));
        }
        assertEquals(List.of("after the interrupt"), told);
    }

    @Test
    void shouldLetWhoeverIsWokenCloseIt() throws InterruptedException {
        CompletionWatch watch = new CompletionWatch("watch");
        CountDownLatch closed = new CountDownLatch(1);
        watch.watch(() -> {}, () -> {
            watch.close();
            closed.countDown();
        });
        assertTrue(closed.await(20, TimeUnit.SECONDS), "the watch waits for its own thread");
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertTrue(latch.await(20, TimeUnit.SECONDS));
        } catch (InterruptedException stray) {
            throw new AssertionError(stray);
        }
    }
}
