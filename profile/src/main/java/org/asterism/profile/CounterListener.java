package org.asterism.profile;

import java.time.Duration;
import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Receives values of counters while tasks run. It is {@link Counters#add added} to the counters of a runtime, or
 * registered as an OSGi service: then it receives those of all runtimes that are services, for as long as both are
 * there.
 *
 * <p><b>Threads.</b> {@link #counters} and {@link #interval} are called once, when the listener is added.
 * {@link #sampled} is called by a thread that belongs to this listener and one runtime; so a listener that takes long
 * delays nobody else. If a method throws, the exception is logged and the listener is removed; tasks and other
 * listeners go on.
 */
@ConsumerType
public interface CounterListener {
    /** The shortest interval. */
    Duration LEAST_INTERVAL = Duration.ofMillis(1);

    /**
     * Returns the counters that the listener wants.
     *
     * @return at least one set
     */
    List<CounterSet> counters();

    /**
     * Returns the shortest time from the end of one call of {@link #sampled} to the next. It is real time, also in a
     * simulation.
     *
     * @return 100 milliseconds unless overridden; at least {@link #LEAST_INTERVAL}
     */
    default Duration interval() {
        return Duration.ofMillis(100);
    }

    /**
     * Receives values, if one of them has changed since the last call. Values that belong together are read shortly
     * after each other, not at one instant.
     *
     * @param samples one for the runtime, or for each worker or codelet that has been counted, in the order of the sets
     */
    void sampled(List<CounterSample> samples);
}
