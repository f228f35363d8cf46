package org.asterism.trace.internal.reading;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.asterism.spi.file.InputFile;
import org.asterism.trace.CutOff;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceHandle;
import org.asterism.trace.TraceHeader;
import org.asterism.trace.TraceNode;
import org.asterism.trace.TraceThread;
import org.asterism.trace.TraceWorker;
import org.asterism.trace.internal.format.FileHead;

/** A recording in a file. */
public final class FileTrace implements Trace {
    private final Path path;
    private final FileIndex index;

    private FileTrace(Path path, FileIndex index) {
        this.path = path;
        this.index = index;
    }

    /** Implements {@link Trace#open}. */
    public static Trace open(Path path) throws IOException {
        Optional<String> objection = InputFile.objection(path);
        if (objection.isPresent()) {
            throw new IOException(path + " " + objection.get());
        }
        try (FileChannel file = FileChannel.open(path)) {
            return new FileTrace(path, FileIndex.of(path, file));
        } catch (NoSuchFileException missing) {
            throw new IOException(path + " does not exist; name the file of a recording", missing);
        }
    }

    /** Implements {@link Trace#isRecording}. */
    public static boolean isRecording(Path path) {
        if (!Files.isRegularFile(path)) {
            return false;
        }
        try (InputStream file = Files.newInputStream(path)) {
            return FileHead.matches(ByteBuffer.wrap(file.readNBytes(FileHead.BYTES)));
        } catch (IOException unreadable) {
            return false;
        }
    }

    @Override
    public TraceHeader header() {
        return index.header();
    }

    @Override
    public List<TraceWorker> workers() {
        return index.vocabulary().workers.all();
    }

    @Override
    public List<TraceNode> nodes() {
        return index.vocabulary().nodes.all();
    }

    @Override
    public List<TraceThread> threads() {
        return index.vocabulary().threads.all();
    }

    @Override
    public List<TraceHandle> handles() {
        return index.vocabulary().handles.all();
    }

    @Override
    public long firstTime() {
        return index.firstTime();
    }

    @Override
    public long lastTime() {
        return index.lastTime();
    }

    @Override
    public long records() {
        return index.records();
    }

    @Override
    public Optional<CutOff> cutOff() {
        return index.cutOff();
    }

    @Override
    public void forEach(Consumer<? super TraceEvent> reader) throws IOException {
        EventDecoder decoder = new EventDecoder(index.vocabulary());
        TreeChanges trees = new TreeChanges(index.vocabulary(), firstTime(), reader);
        try (FileChannel file = FileChannel.open(path)) {
            new Merge(file, index.chunks()).forEach(cursor -> {
                trees.until(cursor.time());
                decoder.decode(cursor, reader);
            });
        }
        if (cutOff().isEmpty()) {
            trees.until(Long.MAX_VALUE);
        }
    }
}
