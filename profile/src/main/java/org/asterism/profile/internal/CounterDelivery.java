package org.asterism.profile.internal;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.asterism.api.Observation;
import org.asterism.profile.CounterListener;
import org.asterism.profile.CounterSample;
import org.asterism.profile.CounterSet;
import org.asterism.spi.thread.BackgroundThread;

/** Delivers values of counters to one listener, on a thread of its own. */
public final class CounterDelivery implements Observation {
    private static final Logger LOG = System.getLogger(CounterDelivery.class.getName());

    private final String name;
    private final List<CounterSet> sets;
    private final long interval;
    private final TaskCounting counting;
    private final Consumer<CounterDelivery> removal;
    private final CountDownLatch ended = new CountDownLatch(1);

    /** Null as soon as nothing is delivered any more: the bundle of the listener may have left. */
    private volatile CounterListener listener;

    /**
     * Asks a listener what it wants.
     *
     * @param listener receives the values
     * @param counting has them
     * @param removal called when nothing is delivered any more
     * @throws IllegalArgumentException if it wants nothing, or that too often
     */
    public CounterDelivery(CounterListener listener, TaskCounting counting, Consumer<CounterDelivery> removal) {
        this.listener = listener;
        this.counting = counting;
        this.removal = removal;
        name = listener.getClass().getName();
        sets = List.copyOf(listener.counters());
        if (sets.isEmpty()) {
            throw new IllegalArgumentException(
                    "listener " + name + " wants no counters: counters() must return a CounterSet");
        }
        if (listener.interval().compareTo(CounterListener.LEAST_INTERVAL) < 0) {
            throw new IllegalArgumentException("listener " + name + " has the interval " + listener.interval()
                    + ": interval() must return at least " + CounterListener.LEAST_INTERVAL);
        }
        interval = listener.interval().toMillis();
    }

    /** Begins to deliver. */
    public void start() {
        new BackgroundThread("asterism-counters " + name, this::deliver).start();
    }

    private void deliver() {
        List<Map<?, ?>> delivered = List.of();
        try {
            do {
                List<CounterSample> samples = new ArrayList<>();
                sets.forEach(set -> samples.addAll(counting.read(set)));
                List<Map<?, ?>> values = new ArrayList<>();
                samples.forEach(sample -> values.add(sample.values()));
                CounterListener open = listener;
                if (open != null && !values.equals(delivered)) {
                    open.sampled(List.copyOf(samples));
                    delivered = values;
                }
            } while (!ended.await(interval, TimeUnit.MILLISECONDS));
        } catch (InterruptedException stopped) {
            // The listener interrupted its own thread: it wants no more.
        } catch (Throwable thrown) {
            report(thrown);
        } finally {
            close();
        }
    }

    private void report(Throwable thrown) {
        try {
            LOG.log(Level.ERROR, "counter listener " + name + " threw and is removed: " + thrown, thrown);
        } catch (RuntimeException refused) {
            // A handler of the log failed; the listener is removed anyway.
        }
    }

    @Override
    public void close() {
        listener = null;
        ended.countDown();
        removal.accept(this);
    }
}
