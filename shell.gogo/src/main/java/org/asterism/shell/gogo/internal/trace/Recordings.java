package org.asterism.shell.gogo.internal.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.asterism.api.TaskRuntime;
import org.asterism.shell.gogo.internal.command.NamedRuntime;
import org.asterism.spi.application.UsageException;
import org.asterism.trace.Recording;
import org.asterism.trace.TraceSettings;
import org.asterism.trace.Tracing;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * The recordings of a shell. There is one at a time that was started in a shell, whichever session started it. It and
 * the last recording of a run are kept after their end, so that they can be saved, exported and reported. Any thread
 * may use it.
 */
@Component(service = Recordings.class, configurationPolicy = ConfigurationPolicy.IGNORE)
public final class Recordings {
    private static final String START = "asterism:trace start";

    private final Tracing tracing;
    private Recording recording;

    /** The recording that was started last, here or by a run; null if there was none. */
    private Recording latest;

    private String runtime;

    /**
     * Called by Declarative Services.
     *
     * @param tracing makes recordings
     */
    @Activate
    public Recordings(@Reference Tracing tracing) {
        this.tracing = tracing;
    }

    /**
     * Starts the recording.
     *
     * @param observed the runtime to record
     * @param settings where the recording goes
     * @throws IOException if the file cannot be written
     * @throws UsageException if a recording runs
     */
    synchronized void start(NamedRuntime observed, TraceSettings settings) throws IOException {
        if (recording != null && recording.isRunning()) {
            throw new UsageException("runtime '" + runtime + "' is being recorded " + target(recording)
                    + "; end that first: asterism:trace stop");
        }
        recording = tracing.start(observed.runtime(), settings);
        latest = recording;
        runtime = observed.name();
    }

    /**
     * Starts the recording of a run, which the run ends.
     *
     * @param runtime the runtime of the run
     * @param file where the recording goes
     * @return the recording
     * @throws IOException if the file cannot be written
     */
    public Recording startRun(TaskRuntime runtime, Path file) throws IOException {
        Recording started = tracing.start(runtime, TraceSettings.toFile(file));
        synchronized (this) {
            latest = started;
        }
        return started;
    }

    /**
     * The recording that commands are about: the one that runs, else the one that was started last, in a shell or by a
     * run.
     *
     * @throws UsageException if there was none
     */
    synchronized Recording latest() {
        if (recording != null && recording.isRunning()) {
            return recording;
        }
        List<Recording> running = tracing.recordings();
        if (!running.isEmpty()) {
            return running.getLast();
        }
        if (latest == null) {
            throw new UsageException("nothing was recorded yet; " + START + " and run --trace FILE record");
        }
        return latest;
    }

    /**
     * Ends the recording.
     *
     * @return the recording, complete
     * @throws IOException if its file cannot be completed
     * @throws UsageException if no recording runs
     */
    synchronized Recording stop() throws IOException {
        if (recording == null || !recording.isRunning()) {
            String end = recording == null
                    ? ""
                    : recording
                            .statistics()
                            .trouble()
                            .map(why -> ": it has ended, " + why)
                            .orElse("");
            throw new UsageException("no recording runs" + end + "; " + START + " starts one");
        }
        recording.stop();
        return recording;
    }

    /** The recording that was started in a shell last, if there is one. */
    synchronized Optional<Recording> any() {
        return Optional.ofNullable(recording);
    }

    /** The name of the runtime that is recorded or was last. */
    synchronized String runtime() {
        return runtime;
    }

    /** The recordings that run and were started by others: by configuration, a run or a program. */
    List<Recording> others() {
        Recording own = any().orElse(null);
        return tracing.recordings().stream().filter(each -> each != own).toList();
    }

    /** Where a recording goes, in words. */
    static String target(Recording recording) {
        Optional<Path> file = recording.settings().file();
        Optional<String> last = recording.settings().keepLast().map(KeptTime::text);
        return last.map(time -> "in memory, the last " + time
                        + file.map(path -> ", which go to " + path + " at the end")
                                .orElse(""))
                .orElseGet(() -> file.map(path -> "in " + path).orElse("in memory"));
    }

    /** Ends the recording with the bundle. */
    @Deactivate
    synchronized void deactivate() throws IOException {
        if (recording != null) {
            recording.stop();
        }
    }
}
