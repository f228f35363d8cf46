package org.asterism.trace.internal.recording;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.asterism.api.TaskRuntime;
import org.asterism.spi.thread.BackgroundThread;
import org.asterism.trace.Recording;
import org.asterism.trace.TraceHeader;
import org.asterism.trace.TraceSettings;
import org.asterism.trace.TraceStatistics;
import org.asterism.trace.internal.format.End;

/**
 * A recording: an observer that fills rings, and a thread that empties them every few milliseconds, or earlier if one
 * is half full. After its end, it keeps only what it needs to be saved.
 */
public final class ActiveRecording implements Recording {
    private static final Logger LOG = System.getLogger(ActiveRecording.class.getName());

    /** A crash of the virtual machine loses the events of this time. */
    private static final long PAUSE_NANOS = 20_000_000;

    private final TraceSettings settings;
    private final TraceHeader header;
    private final TraceSink sink;
    private final RunningRecordings.Entry entry;
    private final BackgroundThread thread;

    /** Guards the capture, the sink and the end. */
    private final ReentrantLock lock = new ReentrantLock();

    private volatile boolean running = true;

    /** Null after the end. */
    private Capture capture;

    /** Null before the end. */
    private End end;

    private TraceStatistics last;

    /**
     * Starts a recording.
     *
     * @param sink where it goes
     * @param entry its place among the recordings that run
     */
    ActiveRecording(
            TaskRuntime runtime,
            TraceSettings settings,
            TraceHeader header,
            TraceSink sink,
            RunningRecordings.Entry entry) {
        this.settings = settings;
        this.header = header;
        this.sink = sink;
        this.entry = entry;
        thread = new BackgroundThread("asterism-trace", this::drainUntilEnd);
        capture = new Capture(runtime, settings.ringBytes(), header.origin(), sink, this::wake);
        thread.start();
        entry.begun(this);
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
                    capture.pass();
                }
            } catch (IOException | RuntimeException | Error failed) {
                fail(failed);
            } finally {
                lock.unlock();
            }
        }
    }

    /** Ends the recording where it is; the runtime goes on. */
    private void fail(Throwable failed) {
        String trouble = failed instanceof IOException ? failed.getMessage() : failed.toString();
        try {
            end(trouble, trouble);
        } catch (IOException alsoFailed) {
            LOG.log(Level.DEBUG, "the end of the recording could not be written", alsoFailed);
        }
        entry.ended();
        LOG.log(
                Level.WARNING,
                "the recording "
                        + settings.file().map(file -> "in " + file + " ").orElse("") + "has ended after "
                        + last.records() + " records: " + trouble
                        + "; what was written before can be read. Free space and start another recording");
    }

    /** Ends the sink, and drops everything that belongs to the runtime and its threads. */
    private void end(String reason, String trouble) throws IOException {
        running = false;
        Capture ended = capture;
        ended.close();
        end = ended.end(reason);
        try {
            sink.end(end);
        } finally {
            last = ended.statistics(trouble);
            capture = null;
        }
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
            return capture == null ? last : capture.statistics(null);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void save(Path file) throws IOException {
        if (settings.keepLast().isEmpty()
                && settings.file()
                        .filter(own -> RunningRecordings.isSame(own, file))
                        .isPresent()) {
            throw new IOException(file + " is the file of this recording; name another file");
        }
        entry.requireFree(file);
        boolean wasInterrupted = Thread.interrupted(); // else the channels of the files would be closed
        try {
            TraceFiles.write(file, header, snapshot()); // without the lock, which events would wait for
        } finally {
            interruptAgain(wasInterrupted);
        }
    }

    private TraceFiles.Content snapshot() {
        lock.lock();
        try {
            if (running) {
                passBeforeCopy();
            }
            TraceFiles.Content records = sink.snapshot();
            End now = end == null ? capture.end("") : end;
            return output -> {
                records.write(output);
                output.end(now);
            };
        } finally {
            lock.unlock();
        }
    }

    /** Brings the sink up to now. If its own file has no room, the copy still gets what the sink has. */
    private void passBeforeCopy() {
        try {
            capture.pass();
        } catch (IOException failed) {
            fail(failed);
        }
    }

    private static void interruptAgain(boolean wasInterrupted) {
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void stop() throws IOException {
        boolean wasInterrupted = Thread.interrupted();
        lock.lock();
        try {
            if (running) {
                stopNow();
            }
        } finally {
            lock.unlock();
            interruptAgain(wasInterrupted);
        }
    }

    private void stopNow() throws IOException {
        capture.close();
        try {
            capture.lastPass();
        } catch (IOException | RuntimeException | Error failed) {
            fail(failed);
            throw failed;
        } finally {
            wake();
        }
        try {
            end("", null);
            if (settings.keepLast().isPresent() && settings.file().isPresent()) {
                TraceFiles.write(settings.file().get(), header, snapshot());
            }
        } catch (IOException failed) {
            last = new TraceStatistics(
                    last.records(),
                    last.lost(),
                    last.unnamed(),
                    last.bytes(),
                    last.threads(),
                    Optional.of(failed.getMessage()));
            throw failed;
        } finally {
            entry.ended();
        }
    }
}
