package org.asterism.profile;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.asterism.api.Observation;
import org.asterism.api.TaskRuntime;
import org.asterism.profile.internal.CounterBoard;
import org.asterism.profile.internal.CounterDelivery;
import org.asterism.profile.internal.TaskCounting;

/**
 * Performance counters of a runtime: numbers of tasks, peaks and times, for the runtime, its workers and codelets. They
 * count from their creation until they are closed. A runtime without them pays nothing. They cost less than a
 * {@link Profiler}, whose {@link Profile#counters} are the same.
 *
 * <p><b>Threads.</b> Any.
 */
public final class Counters implements AutoCloseable {
    private final TaskCounting counting;
    private final Set<CounterDelivery> deliveries = ConcurrentHashMap.newKeySet();

    private Counters(TaskRuntime runtime) {
        counting = new TaskCounting(runtime, new CounterBoard());
        counting.resume();
    }

    /**
     * Begins to count. This does not start the shared runtime.
     *
     * @param runtime the runtime, or its view of one context
     * @return the counters, to be closed
     */
    public static Counters of(TaskRuntime runtime) {
        return new Counters(runtime);
    }

    /**
     * Reads counters.
     *
     * @param set which
     * @return one sample for the runtime, or for each chosen worker or codelet that has been counted, by name
     */
    public List<CounterSample> read(CounterSet set) {
        return counting.read(set);
    }

    /**
     * Adds a listener.
     *
     * @param listener receives values from now on
     * @return a handle; no call begins after it was closed. It keeps the listener until then
     * @throws IllegalArgumentException if the listener wants no counters, or too short an interval
     * @throws IllegalStateException if the counters are closed
     */
    public Observation add(CounterListener listener) {
        Objects.requireNonNull(listener, "listener");
        CounterDelivery delivery = new CounterDelivery(listener, counting, deliveries::remove);
        deliveries.add(delivery);
        if (counting.isClosed()) {
            delivery.close();
            throw new IllegalStateException("the counters are closed: make others with Counters.of");
        }
        delivery.start();
        return delivery;
    }

    /**
     * Counts nothing until {@link #resume}. The values stay. Does nothing if counting is paused, or the counters are
     * closed.
     */
    public void pause() {
        counting.pause();
    }

    /**
     * Counts again. Tasks that were submitted in between are not among the submitted ones, but they do count as waiting
     * or ready from now on. Does nothing unless counting is paused.
     */
    public void resume() {
        counting.resume();
    }

    /**
     * Returns whether counting is paused.
     *
     * @return true between {@link #pause} and {@link #resume}
     */
    public boolean isPaused() {
        return counting.isPaused();
    }

    /**
     * Ends counting and lets go of the runtime and of all listeners, which receive no more values. The values can still
     * be read. Does nothing the second time.
     */
    @Override
    public void close() {
        counting.close();
        deliveries.forEach(CounterDelivery::close);
    }
}
