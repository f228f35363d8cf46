package org.asterism.trace.export.internal.output;

import java.io.IOException;
import java.io.OutputStream;

/** Buffered sink of bytes, for one thread. Its methods throw {@link FailedWrite}. */
public final class Output implements AutoCloseable {
    private static final int CAPACITY = 1 << 16;

    private final OutputStream stream;
    private final byte[] buffer = new byte[CAPACITY];
    private int used;

    /**
     * Makes an output.
     *
     * @param stream takes the bytes
     */
    public Output(OutputStream stream) {
        this.stream = stream;
    }

    /**
     * Writes one byte.
     *
     * @param value its lower 8 bits are written
     */
    public void write(int value) {
        if (used == CAPACITY) {
            flush();
        }
        buffer[used++] = (byte) value;
    }

    /**
     * Writes a part of an array.
     *
     * @param bytes the array
     * @param offset the first byte
     * @param length the number of bytes
     */
    public void write(byte[] bytes, int offset, int length) {
        if (length > CAPACITY - used) {
            flush();
            if (length > CAPACITY) {
                pass(bytes, offset, length);
                return;
            }
        }
        System.arraycopy(bytes, offset, buffer, used, length);
        used += length;
    }

    private void flush() {
        pass(buffer, 0, used);
        used = 0;
    }

    private void pass(byte[] bytes, int offset, int length) {
        try {
            stream.write(bytes, offset, length);
        } catch (IOException failure) {
            throw new FailedWrite(failure);
        }
    }

    /** Writes what is buffered and closes the stream. */
    @Override
    public void close() {
        try (OutputStream _ = stream) {
            flush();
        } catch (IOException failure) {
            throw new FailedWrite(failure);
        }
    }
}
