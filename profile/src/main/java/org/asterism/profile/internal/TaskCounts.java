package org.asterism.profile.internal;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import org.asterism.profile.Counter;
import org.asterism.profile.internal.CountedTask.Stage;

/** The counters of a runtime, a worker or a codelet. Any thread. */
final class TaskCounts {
    private final LongAdder submitted = new LongAdder();
    private final LongAdder executed = new LongAdder();
    private final LongAdder executionTime = new LongAdder();
    private final Level waiting = new Level();
    private final Level ready = new Level();

    /** A number that goes up and down, and its greatest value. */
    private static final class Level {
        private final AtomicLong now = new AtomicLong();
        private final LongAccumulator peak = new LongAccumulator(Math::max, 0);

        void up() {
            peak.accumulate(now.incrementAndGet());
        }

        void down() {
            now.decrementAndGet();
        }

        void reset() {
            peak.reset();
            peak.accumulate(now.get());
        }
    }

    void submitted() {
        submitted.increment();
    }

    void entered(Stage stage) {
        switch (stage) {
            case WAITING -> waiting.up();
            case READY -> ready.up();
            case LAUNCHED -> {}
        }
    }

    void left(Stage stage) {
        switch (stage) {
            case WAITING -> waiting.down();
            case READY -> ready.down();
            case LAUNCHED -> {}
        }
    }

    void executed(long nanos) {
        executed.increment();
        executionTime.add(nanos);
    }

    Map<Counter, Long> values(Set<Counter> counters) {
        Map<Counter, Long> values = new EnumMap<>(Counter.class);
        counters.forEach(counter -> values.put(counter, value(counter)));
        return values;
    }

    private long value(Counter counter) {
        return switch (counter) {
            case SUBMITTED -> submitted.sum();
            case PEAK_SUBMITTED -> waiting.peak.get();
            case PEAK_READY -> ready.peak.get();
            case EXECUTED -> executed.sum();
            case EXECUTION_TIME -> executionTime.sum();
        };
    }

    /** Sets the sums to 0, and the peaks to the present numbers. */
    void reset() {
        submitted.reset();
        executed.reset();
        executionTime.reset();
        waiting.reset();
        ready.reset();
    }
}
