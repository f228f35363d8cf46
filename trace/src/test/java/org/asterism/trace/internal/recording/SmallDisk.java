package org.asterism.trace.internal.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file on a disk that has room for some bytes only. */
final class SmallDisk implements SeekableByteChannel {
    private final FileChannel file;
    private volatile long room;

    SmallDisk(Path path, long room) throws IOException {
        file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        this.room = room;
    }

    /** Lets other files take the rest of the disk, all but some bytes. */
    void fillBut(long bytes) throws IOException {
        room = file.position() + bytes;
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        long left = room - file.position();
        if (left <= 0) {
            throw new IOException("No space left on device");
        }
        ByteBuffer part = from.slice(from.position(), (int) Math.min(left, from.remaining()));
        int written = file.write(part);
        from.position(from.position() + written);
        return written;
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
        return file.read(to);
    }

    @Override
    public long position() throws IOException {
        return file.position();
    }

    @Override
    public SeekableByteChannel position(long to) throws IOException {
        file.position(to);
        return this;
    }

    @Override
    public long size() throws IOException {
        return file.size();
    }

    @Override
    public SeekableByteChannel truncate(long size) throws IOException {
        file.truncate(size);
        return this;
    }

    @Override
    public boolean isOpen() {
        return file.isOpen();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
