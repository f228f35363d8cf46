package org.asterism.profile.internal;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.asterism.api.Observation;
import org.asterism.api.TaskRuntime;
import org.asterism.profile.CounterListener;
import org.asterism.profile.Counters;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/**
 * Adds listeners that are services to the counters of all runtimes. Without a listener there is no such component.
 *
 * <p>Listeners are called without a lock. So one may leave while it is being added: then it is removed afterwards.
 */
@Component(
        service = {},
        immediate = true,
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class CounterWhiteboard {
    private static final Logger LOG = System.getLogger(CounterWhiteboard.class.getName());

    private final Set<CounterListener> listeners = ConcurrentHashMap.newKeySet();
    private final Map<TaskRuntime, Counted> runtimes = new ConcurrentHashMap<>();

    /** The counters of a runtime with its listeners. */
    private record Counted(Counters counters, Map<CounterListener, Observation> open) {
        private void add(CounterListener listener) {
            try {
                Observation added = counters.add(listener);
                Observation before = open.putIfAbsent(listener, added);
                if (before != null) { // the runtime and the listener came at the same time
                    added.close();
                }
            } catch (RuntimeException | LinkageError refused) {
                LOG.log(Level.ERROR, "a counter listener is not used: " + refused.getMessage(), refused);
            }
        }

        private void remove(CounterListener listener) {
            Observation added = open.remove(listener);
            if (added != null) {
                added.close();
            }
        }
    }

    /** Called by Declarative Services. */
    @Activate
    public CounterWhiteboard() {}

    @Reference(cardinality = ReferenceCardinality.AT_LEAST_ONE, policy = ReferencePolicy.DYNAMIC)
    void addListener(CounterListener listener) {
        listeners.add(listener);
        runtimes.values().forEach(counted -> counted.add(listener));
    }

    void removeListener(CounterListener listener) {
        listeners.remove(listener);
        runtimes.values().forEach(counted -> counted.remove(listener));
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void addRuntime(TaskRuntime runtime) {
        Counted counted = new Counted(Counters.of(runtime), new ConcurrentHashMap<>());
        runtimes.put(runtime, counted);
        for (CounterListener listener : listeners) {
            counted.add(listener);
            if (!listeners.contains(listener)) {
                counted.remove(listener);
            }
        }
    }

    void removeRuntime(TaskRuntime runtime) {
        Counted counted = runtimes.remove(runtime);
        if (counted != null) {
            counted.counters().close();
        }
    }

    /** Ends counting. */
    @Deactivate
    void deactivate() {
        List.copyOf(runtimes.keySet()).forEach(this::removeRuntime);
        listeners.clear();
    }
}
