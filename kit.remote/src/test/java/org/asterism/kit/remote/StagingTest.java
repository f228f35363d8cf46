package org.asterism.kit.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StagingTest {
    private static final int MANY = 100_000;

    private final Staging staging = new Staging();
    private final List<Integer> begun = new ArrayList<>();
    private final Queue<Staging.Place> places = new ArrayDeque<>();

    private void enter(int from, int to) {
        IntStream.range(from, to).forEach(step -> enter(staging, 0, step));
    }

    private void enter(Staging into, long bytes, int step) {
        into.enter(bytes, place -> {
            begun.add(step);
            places.add(place);
        });
    }

    private void leave() {
        places.remove().leave();
    }

    @Test
    void shouldLetNoMoreStepsBeginThanAreAllowed() {
        enter(0, Staging.MOST + 2);
        assertEquals(IntStream.range(0, Staging.MOST).boxed().toList(), begun);
        leave();
        assertEquals(Staging.MOST, begun.getLast());
        leave();
        leave();
        enter(Staging.MOST + 2, Staging.MOST + 4);
        assertEquals(Staging.MOST + 3, begun.size());
    }

    @Test
    void shouldLetNoMoreBytesBeUnderWayThanThereIsRoom() {
        Staging window = new Staging(70, 100);
        for (int bytes : new int[] {70, 80, 10, 10, 1}) {
            enter(window, bytes, bytes);
        }
        assertEquals(List.of(70), begun);
        leave();
        assertEquals(List.of(70, 80, 10, 10), begun, "exactly as much as there is room");
        leave();
        assertEquals(List.of(70, 80, 10, 10, 1), begun);
        IntStream.range(0, 100).forEach(step -> enter(window, 1, step));
        assertEquals(66, begun.getLast(), "no more than are allowed, however short");
    }

    @Test
    void shouldLetAStepBeginAloneThatIsLongerThanTheRoom() {
        Staging window = new Staging(2, 100);
        enter(window, 101, 0);
        enter(window, 1, 1);
        enter(window, 101, 2);
        enter(window, 101, 3);
        assertEquals(List.of(0), begun);
        leave();
        assertEquals(List.of(0, 1), begun);
        leave();
        assertEquals(List.of(0, 1, 2), begun);
        leave();
        assertEquals(List.of(0, 1, 2, 3), begun);
    }

    @Test
    void shouldTakeBackAPlaceOnce() {
        enter(0, Staging.MOST + 3);
        Staging.Place first = places.element();
        leave();
        first.leave();
        assertEquals(Staging.MOST + 1, begun.size());
    }

    @Test
    void shouldTakeBackThePlaceOfAStepThatHasThrown() {
        for (int step = 0; step <= Staging.MOST; step++) {
            IllegalStateException refusal = new IllegalStateException("refused");
            assertSame(
                    refusal,
                    assertThrows(
                            IllegalStateException.class,
                            () -> staging.enter(_ -> {
                                throw refusal;
                            })));
        }
        enter(0, Staging.MOST + 1);
        assertEquals(Staging.MOST, begun.size());
    }

    @Test
    void shouldTakeBackThePlaceOnceOfAStepThatHasEndedAndThrown() {
        assertThrows(
                IllegalStateException.class,
                () -> staging.enter(place -> {
                    place.leave();
                    throw new IllegalStateException("refused");
                }));
        enter(0, Staging.MOST + 1);
        assertEquals(Staging.MOST, begun.size());
    }

    @Test
    void shouldGoOnAfterAStepThatHasThrown() {
        enter(0, Staging.MOST);
        staging.enter(_ -> {
            throw new IllegalStateException("refused");
        });
        enter(Staging.MOST, Staging.MOST + 2);
        assertThrows(IllegalStateException.class, this::leave);
        assertEquals(Staging.MOST + 1, begun.size());
    }

    /** Memory may be full for one step only. */
    @Test
    void shouldGoOnAfterAStepThatHasThrownAnError() {
        assertThrows(
                OutOfMemoryError.class,
                () -> staging.enter(_ -> {
                    throw new OutOfMemoryError("for a test");
                }));
        enter(0, 1);
        assertEquals(List.of(0), begun);
    }

    @Test
    void shouldLetStepsEndWhileTheyBegin() {
        enter(0, Staging.MOST);
        for (int step = 0; step < MANY; step++) {
            staging.enter(Staging.Place::leave);
        }
        leave();
        enter(Staging.MOST, Staging.MOST + 2);
        assertEquals(Staging.MOST + 1, begun.size());
    }

    @Test
    void shouldLetEveryStepBeginOnceWhenManyThreadsComeAndGo() throws Exception {
        AtomicInteger all = new AtomicInteger();
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        try (var threads = Executors.newFixedThreadPool(4)) {
            Callable<Void> steps = () -> {
                for (int step = 0; step < MANY / 4; step++) {
                    staging.enter(place -> {
                        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                        all.incrementAndGet();
                        threads.submit(() -> {
                            inside.decrementAndGet();
                            place.leave();
                        });
                    });
                }
                return null;
            };
            for (Future<Void> each : threads.invokeAll(List.of(steps, steps, steps, steps))) {
                each.get();
            }
            await(() -> all.get() == MANY, "not all steps begin");
            await(() -> inside.get() == 0, "not all steps end");
        }
        assertEquals(MANY, all.get());
        assertEquals(Staging.MOST, most.get());
    }

    private static void await(BooleanSupplier condition, String otherwise) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, otherwise);
            Thread.onSpinWait();
        }
    }
}
