package org.asterism.driver.remote.internal;

import java.util.Arrays;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.kit.remote.StridedRange;

/**
 * Divides a copy of a buffer into pieces that are contiguous on both sides, in the same order on both, and these into
 * messages, which have limits.
 */
final class Division {
    /** Gets what fits into messages. */
    interface Messages {
        /** Returns the number of pieces that the open message may still get. */
        long roomForPieces();

        /** Returns the number of bytes that the open message may still get. */
        long roomForBytes();

        /** Begins another message. */
        void next();

        /** Adds pieces to the open message, which has room for them. */
        void append(long run, long[] counts, Side one, Side other);
    }

    /** Where pieces lie on one side: relative to a segment. */
    record Side(Buffer buffer, long offset, long[] strides) {
        /** Returns the address of the first piece. */
        long address() {
            return buffer.segment().address() + offset;
        }

        private Side at(long further) {
            return new Side(buffer, offset + further, strides);
        }

        private Side inner(long further) {
            return new Side(buffer, offset + further, Arrays.copyOfRange(strides, 1, strides.length));
        }
    }

    private final Messages messages;

    /** The number of bytes that an empty message may get. */
    private final long mostBytes;

    Division(Messages messages, long mostBytes) {
        this.messages = messages;
        this.mostBytes = mostBytes;
    }

    /** Divides a copy between two buffers. */
    void divide(BufferShape shape, Buffer one, Buffer other) {
        if (shape.bytes() == 0) {
            return;
        }
        long[] counts = shape.counts();
        long[] here = one.strides();
        long[] there = other.strides();
        long run = shape.runBytes();
        int left = counts.length;
        while (left > 0 && (counts[left - 1] == 1 || here[left - 1] == run && there[left - 1] == run)) {
            left--;
            run = Math.multiplyExact(run, counts[left]);
        }
        add(
                run,
                Arrays.copyOf(counts, left),
                new Side(one, 0, Arrays.copyOf(here, left)),
                new Side(other, 0, Arrays.copyOf(there, left)));
    }

    private void add(long run, long[] counts, Side one, Side other) {
        if (run > mostBytes) {
            addRuns(run, counts, one, other);
            return;
        }
        if (counts.length > StridedRange.MOST_DIMENSIONS) {
            long[] inner = Arrays.copyOfRange(counts, 1, counts.length);
            for (long index = 0; index < counts[0]; index++) {
                add(run, inner, one.inner(index * one.strides()[0]), other.inner(index * other.strides()[0]));
            }
            return;
        }
        long pieces = 1;
        for (long count : counts) {
            pieces = Math.multiplyExact(pieces, count);
        }
        long bytes = Math.multiplyExact(pieces, run);
        if (pieces <= messages.roomForPieces() && bytes <= messages.roomForBytes()) {
            messages.append(run, counts, one, other);
        } else if (pieces <= StridedRange.MOST_PIECES && bytes <= mostBytes) {
            messages.next();
            messages.append(run, counts, one, other);
        } else if (counts[0] == 1) {
            long[] inner = Arrays.copyOfRange(counts, 1, counts.length);
            add(run, inner, one.inner(0), other.inner(0));
        } else {
            long[] first = counts.clone();
            long[] second = counts.clone();
            first[0] = counts[0] / 2;
            second[0] = counts[0] - first[0];
            add(run, first, one, other);
            add(run, second, one.at(first[0] * one.strides()[0]), other.at(first[0] * other.strides()[0]));
        }
    }

    /** Divides each piece. */
    private void addRuns(long run, long[] counts, Side one, Side other) {
        if (counts.length > 0) {
            long[] inner = Arrays.copyOfRange(counts, 1, counts.length);
            for (long index = 0; index < counts[0]; index++) {
                addRuns(run, inner, one.inner(index * one.strides()[0]), other.inner(index * other.strides()[0]));
            }
            return;
        }
        for (long offset = 0; offset < run; offset += mostBytes) {
            add(Math.min(mostBytes, run - offset), counts, one.at(offset), other.at(offset));
        }
    }
}
