package org.asterism.trace.jfr.internal;

import java.util.HashMap;
import java.util.Map;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.asterism.api.Observation;
import org.asterism.api.TaskRuntime;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/**
 * Observes all runtimes that are services while a flight recording runs that wants the events of this bundle, and none
 * otherwise. It looks whenever a flight recording begins or ends; the flight recorder reports nothing if only the
 * settings of a recording change while it runs.
 */
@Component(
        service = {},
        immediate = true,
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class FlightReporter {
    /** The observation of each runtime; null while there is none. */
    private final Map<TaskRuntime, Observation> runtimes = new HashMap<>();

    private final FlightRecorderListener listener = new FlightRecorderListener() {
        @Override
        public void recordingStateChanged(Recording recording) {
            if (recording.getState() != RecordingState.NEW) {
                look();
            }
        }
    };

    private boolean isListening;
    private boolean isWanted;

    /** Made by Declarative Services. */
    public FlightReporter() {}

    /** Begins to listen; a recording that runs already is noticed. */
    @Activate
    void activate() {
        FlightRecorder.addListener(listener);
        synchronized (this) {
            isListening = true;
        }
        if (FlightRecorder.isInitialized()) {
            look();
        }
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    synchronized void addRuntime(TaskRuntime runtime) {
        runtimes.put(runtime, isWanted ? runtime.observe(new FlightObserver()) : null);
    }

    synchronized void removeRuntime(TaskRuntime runtime) {
        end(runtimes.remove(runtime));
    }

    /** Begins or ends the observation of all runtimes, as flight recordings want it now. */
    synchronized void look() {
        boolean wanted = isListening && FlightEvents.areWanted();
        if (wanted != isWanted) {
            isWanted = wanted;
            runtimes.replaceAll((runtime, observation) -> {
                end(observation);
                return wanted ? runtime.observe(new FlightObserver()) : null;
            });
        }
    }

    /** Whether the runtimes are observed. */
    synchronized boolean isObserving() {
        return isWanted;
    }

    private static void end(Observation observation) {
        if (observation != null) {
            observation.close();
        }
    }

    /** Ends all observations. */
    @Deactivate
    void deactivate() {
        FlightRecorder.removeListener(listener);
        synchronized (this) {
            isListening = false;
            isWanted = false;
            runtimes.values().forEach(FlightReporter::end);
            runtimes.clear();
        }
        if (FlightRecorder.isInitialized()) {
            FlightEvents.unregister();
        }
    }
}
