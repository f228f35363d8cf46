package org.asterism.kit.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
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

    private void enter(int from, int to) {
        IntStream.range(from, to).forEach(step -> staging.enter(() -> begun.add(step)));
    }

    @Test
    void shouldLetNoMoreStepsBeginThanAreAllowed() {
        enter(0, Staging.MOST + 2);
        assertEquals(IntStream.range(0, Staging.MOST).boxed().toList(), begun);
        staging.leave();
        assertEquals(Staging.MOST, begun.getLast());
        staging.leave();
        staging.leave();
        enter(Staging.MOST + 2, Staging.MOST + 4);
        assertEquals(Staging.MOST + 3, begun.size());
    }

    @Test
    void shouldLetFewStepsBeginIfTheyAreLongAndManyIfTheyAreShort() {
        Staging window = new Staging(2, 100);
        for (int bytes : new int[] {70, 80, 10, 20}) {
            window.enter(bytes, () -> begun.add(bytes));
        }
        assertEquals(List.of(70, 80), begun);
        window.leave(70);
        assertEquals(List.of(70, 80, 10), begun);
        window.leave(80);
        assertEquals(List.of(70, 80, 10, 20), begun);
        IntStream.range(0, 70).forEach(step -> window.enter(1, () -> begun.add(step)));
        window.enter(1, () -> begun.add(-1));
        assertEquals(69, begun.getLast());
    }

    @Test
    void shouldGoOnAfterAStepThatHasThrown() {
        enter(0, Staging.MOST);
        staging.enter(() -> {
            throw new IllegalStateException("refused");
        });
        enter(Staging.MOST, Staging.MOST + 1);
        assertThrows(IllegalStateException.class, staging::leave);
        staging.leave();
        assertEquals(Staging.MOST + 1, begun.size());
    }

    /** Memory may be full for one step only. */
    @Test
    void shouldGoOnAfterAStepThatHasThrownAnError() {
        assertThrows(
                OutOfMemoryError.class,
                () -> staging.enter(() -> {
                    throw new OutOfMemoryError("for a test");
                }));
        enter(0, 1);
        assertEquals(List.of(0), begun);
    }

    @Test
    void shouldLetStepsEndWhileTheyBegin() {
        enter(0, Staging.MOST);
        for (int step = 0; step < MANY; step++) {
            staging.enter(staging::leave);
        }
        staging.leave();
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
                    staging.enter(() -> {
                        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                        all.incrementAndGet();
                        threads.submit(() -> {
                            inside.decrementAndGet();
                            staging.leave();
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
