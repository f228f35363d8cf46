package org.asterism.trace.internal.service;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import org.asterism.api.TaskRuntime;
import org.asterism.trace.Recording;
import org.asterism.trace.TraceSettings;
import org.asterism.trace.Tracing;
import org.asterism.trace.internal.recording.Recordings;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;

/** Starts recordings for programs and commands. Lazy: it costs nothing until somebody uses it. */
@Component(service = Tracing.class)
public final class TraceService implements Tracing {
    private static final Logger LOG = System.getLogger(TraceService.class.getName());

    private final Recordings recordings = new Recordings();

    /** Made by Declarative Services. */
    @Activate
    public TraceService() {}

    @Override
    public Recording start(TaskRuntime runtime, TraceSettings settings) throws IOException {
        return recordings.start(runtime, settings);
    }

    @Override
    public List<Recording> recordings() {
        return recordings.running();
    }

    /** Ends all recordings, so that nothing of this bundle stays. */
    @Deactivate
    void deactivate() {
        for (Recording recording : recordings()) {
            stop(recording);
        }
    }

    static void stop(Recording recording) {
        try {
            recording.stop();
        } catch (IOException failed) {
            LOG.log(Level.WARNING, "a recording could not be completed: " + failed.getMessage());
        }
    }
}
