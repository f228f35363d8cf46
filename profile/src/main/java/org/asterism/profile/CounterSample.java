package org.asterism.profile;

import java.util.Map;

/**
 * Values of counters at a time. It does not change and may be kept.
 *
 * @param scope what the counters count for
 * @param name the name of the worker or codelet; empty for the runtime
 * @param time when the values were read, in nanoseconds of the runtime's clock; 0 if the runtime has not begun
 * @param values the values by counter
 */
public record CounterSample(CounterScope scope, String name, long time, Map<Counter, Long> values) {
    /** Copies the map. */
    public CounterSample {
        values = Map.copyOf(values);
    }

    /**
     * Returns the value of a counter.
     *
     * @param counter one of the set that was asked for
     * @return a number, or nanoseconds
     * @throws IllegalArgumentException if the set does not have the counter
     */
    public long value(Counter counter) {
        Long value = values.get(counter);
        if (value == null) {
            throw new IllegalArgumentException(
                    "the sample does not have " + counter + ", only " + values.keySet() + ": add it to the CounterSet");
        }
        return value;
    }
}
