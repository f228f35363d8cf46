package org.asterism.trace.internal.service;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.asterism.api.TaskRuntime;
import org.asterism.spi.thread.BackgroundThread;
import org.asterism.trace.Recording;
import org.asterism.trace.TraceSettings;
import org.asterism.trace.Tracing;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;

/**
 * The recording that the configuration asks for. Without a configuration there is no such component. It starts the
 * shared runtime on a thread of its own, because that looks for devices, which can take seconds.
 */
@Component(
        service = {},
        immediate = true,
        configurationPid = TraceConfiguration.PID,
        configurationPolicy = ConfigurationPolicy.REQUIRE)
@Designate(ocd = TraceConfiguration.class)
public final class ConfiguredTrace {
    private static final Logger LOG = System.getLogger(ConfiguredTrace.class.getName());

    private final Tracing tracing;
    private final TaskRuntime runtime;
    private Recording recording;
    private boolean ended;

    /** Made by Declarative Services. */
    @Activate
    public ConfiguredTrace(
            TraceConfiguration configuration,
            @Reference Tracing tracing,
            @Reference(target = "(runtime.name=default)") TaskRuntime runtime) {
        this.tracing = tracing;
        this.runtime = runtime;
        try {
            TraceSettings settings = TraceReader.settings(configuration);
            new BackgroundThread("asterism-trace-start", () -> start(settings)).start();
        } catch (IllegalArgumentException wrong) {
            LOG.log(Level.ERROR, wrong.getMessage() + "; nothing is recorded");
        }
    }

    private void start(TraceSettings settings) {
        try {
            Recording started = tracing.start(runtime, settings);
            if (!keep(started)) {
                started.stop();
            }
        } catch (IOException | RuntimeException failed) {
            LOG.log(Level.ERROR, TraceConfiguration.PID + ": " + failed.getMessage() + "; nothing is recorded");
        }
    }

    private synchronized boolean keep(Recording started) {
        recording = started;
        return !ended;
    }

    /** Ends the recording. */
    @Deactivate
    void deactivate() {
        Recording running;
        synchronized (this) {
            ended = true;
            running = recording;
        }
        if (running != null) {
            TraceService.stop(running);
        }
    }
}
