package org.asterism.trace;

import java.io.IOException;
import java.util.List;
import org.asterism.api.TaskRuntime;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Service that records the events of runtimes. Any thread may use it.
 *
 * <p>Several recordings may run at once. All end with the bundle.
 */
@ProviderType
public interface Tracing {
    /**
     * Starts a recording of all events from now on. If the runtime is the shared one, this starts it.
     *
     * @param runtime the runtime to observe
     * @param settings where the recording goes
     * @return the recording, to be stopped
     * @throws IOException if the file cannot be written, or is being written by another recording
     */
    Recording start(TaskRuntime runtime, TraceSettings settings) throws IOException;

    /**
     * Returns the recordings that were started and not stopped.
     *
     * @return a snapshot, the oldest first
     */
    List<Recording> recordings();
}
