package org.asterism.driver.remote.internal;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.kit.remote.StridedRange;

/**
 * The messages of a copy between main memory and a member's memory: pieces that are contiguous on both sides, in the
 * same order on both, and so many of them in a message as it may have.
 */
final class CopyPlan {
    /** One message: where its body lies on both sides. */
    record Part(List<StridedRange> remote, List<MemorySegment> local) {}

    private final List<Part> parts = new ArrayList<>();
    private Part open = new Part(new ArrayList<>(), new ArrayList<>());

    /** Returns the messages; none of them is empty. */
    List<Part> parts() {
        if (!open.local().isEmpty()) {
            parts.add(open);
            open = new Part(new ArrayList<>(), new ArrayList<>());
        }
        return parts;
    }

    /** Adds a buffer. */
    void add(BufferShape shape, Buffer local, Buffer remote) {
        if (shape.bytes() == 0) {
            return;
        }
        long[] counts = shape.counts();
        long[] here = local.strides();
        long[] there = remote.strides();
        long run = shape.runBytes();
        int left = counts.length;
        while (left > 0 && (counts[left - 1] == 1 || here[left - 1] == run && there[left - 1] == run)) {
            left--;
            run = Math.multiplyExact(run, counts[left]);
        }
        add(
                run,
                Arrays.copyOf(counts, left),
                new Side(local.segment(), 0, Arrays.copyOf(here, left)),
                new Side(remote.segment(), 0, Arrays.copyOf(there, left)));
    }

    private record Side(MemorySegment segment, long offset, long[] strides) {
        Side at(long further) {
            return new Side(segment, offset + further, strides);
        }

        Side inner(long further) {
            return new Side(segment, offset + further, Arrays.copyOfRange(strides, 1, strides.length));
        }
    }

    private void add(long run, long[] counts, Side local, Side remote) {
        if (counts.length > StridedRange.MOST_DIMENSIONS) {
            long[] inner = Arrays.copyOfRange(counts, 1, counts.length);
            for (long index = 0; index < counts[0]; index++) {
                add(run, inner, local.inner(index * local.strides()[0]), remote.inner(index * remote.strides()[0]));
            }
            return;
        }
        long pieces = 1;
        for (long count : counts) {
            pieces = Math.multiplyExact(pieces, count);
        }
        if (pieces <= StridedRange.MOST_PIECES - open.local().size()) {
            append(run, counts, local, remote);
        } else if (pieces <= StridedRange.MOST_PIECES) {
            parts();
            append(run, counts, local, remote);
        } else if (counts[0] == 1) {
            long[] inner = Arrays.copyOfRange(counts, 1, counts.length);
            add(run, inner, local.inner(0), remote.inner(0));
        } else {
            long[] first = counts.clone();
            long[] second = counts.clone();
            first[0] = counts[0] / 2;
            second[0] = counts[0] - first[0];
            add(run, first, local, remote);
            add(run, second, local.at(first[0] * local.strides()[0]), remote.at(first[0] * remote.strides()[0]));
        }
    }

    private void append(long run, long[] counts, Side local, Side remote) {
        StridedRange range =
                new StridedRange(remote.segment().address() + remote.offset(), run, counts, remote.strides());
        new StridedRange(local.offset(), run, counts, local.strides())
                .forEach(offset -> open.local().add(local.segment().asSlice(offset, run)));
        open.remote().add(range);
    }
}
