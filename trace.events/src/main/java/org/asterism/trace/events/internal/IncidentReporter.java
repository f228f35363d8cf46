package org.asterism.trace.events.internal;

import java.util.HashMap;
import java.util.Map;
import org.asterism.api.Observation;
import org.asterism.api.RuntimeNames;
import org.asterism.api.TaskRuntime;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.event.EventAdmin;

/**
 * Observes all runtimes that are services, as long as there is an EventAdmin. Without one there is no such component.
 */
@Component(
        service = {},
        immediate = true,
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class IncidentReporter {
    private final EventAdmin events;
    private final Map<TaskRuntime, Observation> observations = new HashMap<>();

    /**
     * Called by Declarative Services.
     *
     * @param events takes the events
     */
    @Activate
    public IncidentReporter(@Reference EventAdmin events) {
        this.events = events;
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    synchronized void addRuntime(TaskRuntime runtime, Map<String, Object> properties) {
        observations.put(runtime, runtime.observe(new IncidentObserver(RuntimeNames.of(properties), events)));
    }

    synchronized void removeRuntime(TaskRuntime runtime) {
        Observation observation = observations.remove(runtime);
        if (observation != null) {
            observation.close();
        }
    }

    /** Ends all observations. */
    @Deactivate
    synchronized void deactivate() {
        observations.values().forEach(Observation::close);
        observations.clear();
    }
}
