package org.asterism.bench.parts.budget;

/** Measures the work of threads for tasks, one thread at a time. */
public interface Meter {
    /**
     * Begins to measure the calling thread.
     *
     * @param part the {@link Part} that it is in, by its ordinal, unless it enters another one
     */
    void begin(int part);

    /** Stops until the next beginning, on the same thread. */
    void end();
}
