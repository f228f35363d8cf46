package org.asterism.trace.internal.recording;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.asterism.api.Clock;
import org.asterism.api.Observation;
import org.asterism.api.TaskRuntime;
import org.asterism.spi.thread.BackgroundThread;
import org.asterism.trace.Recording;
import org.asterism.trace.TraceHeader;
import org.asterism.trace.TraceSettings;
import org.asterism.trace.TraceStatistics;
import org.asterism.trace.internal.format.End;

/**
 * A recording: an observer that fills rings, and a thread that empties them every few milliseconds, or earlier if one
 * is half full.
 */
public final class ActiveRecording implements Recording {
    private static final Logger LOG = System.getLogger(ActiveRecording.class.getName());

    /** A crash of the virtual machine loses the events of this time. */
    private static final long PAUSE_NANOS = 20_000_000;

    private final TraceSettings settings;
    private final TraceHeader header;
    private final Clock clock;
    private final Lanes lanes;
    private final TraceSink sink;
    private final Drain drain;
    private final BackgroundThread thread;
    private final Observation observation;

    /** Guards the drain, the sink and the end. */
    private final ReentrantLock lock = new ReentrantLock();

    private volatile boolean running = true;
    private volatile String trouble;
    private End end;

    /**
     * Starts a recording.
     *
     * @param sink where it goes
     */
    ActiveRecording(TaskRuntime runtime, TraceSettings settings, TraceHeader header, TraceSink sink) {
        this.settings = settings;
        this.header = header;
        this.sink = sink;
        clock = runtime.clock();
        int words = ringWords(settings.ringBytes());
        Definitions definitions = new Definitions();
        Names names = new Names(definitions);
        HandleNumbers handles = new HandleNumbers(definitions);
        lanes = new Lanes(words, this::wake, header.origin(), definitions, names);
        drain = new Drain(words, lanes, definitions, handles, sink);
        thread = new BackgroundThread("asterism-trace", this::drainUntilEnd);
        observation = runtime.observe(new EventRecorder(runtime, definitions, lanes, names, handles));
        thread.start();
    }

    private static int ringWords(int bytes) {
        return Integer.highestOneBit((bytes - 1) / Long.BYTES) * 2;
    }

    private void wake() {
        LockSupport.unpark(thread);
    }

    private void drainUntilEnd() {
        while (running) {
            LockSupport.parkNanos(PAUSE_NANOS);
            lock.lock();
            try {
                if (running) {
                    pass();
                }
            } catch (IOException | RuntimeException | Error failed) {
                fail(failed);
            } finally {
                lock.unlock();
            }
        }
    }

    private void pass() throws IOException {
        drain.pass();
        sink.trim(clock.nanoTime());
    }

    /** Ends the recording where it is; the runtime goes on. */
    private void fail(Throwable failed) {
        running = false;
        observation.close();
        trouble = failed instanceof IOException ? failed.getMessage() : failed.toString();
        end = new End(clock.nanoTime(), lanes.lost(), trouble);
        try {
            sink.end(end);
        } catch (IOException alsoFailed) {
            LOG.log(Level.DEBUG, "the end of the recording could not be written", alsoFailed);
        }
        LOG.log(
                Level.WARNING,
                "the recording "
                        + settings.file().map(file -> "in " + file + " ").orElse("") + "has ended after "
                        + drain.moved() + " records: " + trouble
                        + "; what was written before can be read. Free space and start another recording");
    }

    @Override
    public TraceSettings settings() {
        return settings;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public TraceStatistics statistics() {
        lock.lock();
        try {
            return new TraceStatistics(
                    drain.moved(), lanes.lost(), sink.bytes(), lanes.threads(), Optional.ofNullable(trouble));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void save(Path file) throws IOException {
        boolean wasInterrupted = Thread.interrupted(); // else the channels of the files would be closed
        lock.lock();
        try {
            if (running) {
                pass();
            }
            write(file, end == null ? new End(clock.nanoTime(), lanes.lost(), "") : end);
        } finally {
            lock.unlock();
            interruptAgain(wasInterrupted);
        }
    }

    private static void interruptAgain(boolean wasInterrupted) {
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void write(Path file, End last) throws IOException {
        if (settings.keepLast().isEmpty()
                && settings.file().filter(own -> isSame(own, file)).isPresent()) {
            throw new IOException(file + " is the file of this recording; name another file");
        }
        TraceFiles.write(file, header, output -> {
            sink.copyTo(output);
            output.end(last);
        });
    }

    private static boolean isSame(Path one, Path other) {
        return one.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize());
    }

    @Override
    public void stop() throws IOException {
        observation.close();
        boolean wasInterrupted = Thread.interrupted();
        lock.lock();
        try {
            if (!running) {
                return;
            }
            running = false;
            wake();
            drain.pass();
            drain.reportLosses();
            sink.trim(clock.nanoTime());
            end = new End(clock.nanoTime(), lanes.lost(), "");
            sink.end(end);
            if (settings.keepLast().isPresent() && settings.file().isPresent()) {
                write(settings.file().get(), end);
            }
        } catch (IOException failed) {
            trouble = failed.getMessage();
            throw failed;
        } finally {
            lock.unlock();
            interruptAgain(wasInterrupted);
        }
    }
}
