package org.asterism.driver.remote.internal;

import java.util.ArrayList;
import java.util.List;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;
import org.asterism.kit.remote.StridedRange;

/**
 * The steps of a copy between the memories of two members. Their length is limited, since main memory may lie between.
 */
final class PeerPlan implements Division.Messages {
    /** One step: what is read on one side, and where it goes on the other one. */
    record Step(List<StridedRange> from, List<StridedRange> to, long bytes) {}

    private final long mostBytes;
    private final Division division;
    private final List<Step> steps = new ArrayList<>();
    private List<StridedRange> from = new ArrayList<>();
    private List<StridedRange> to = new ArrayList<>();
    private long pieces;
    private long bytes;

    /**
     * Makes an empty plan.
     *
     * @param mostBytes of a step
     */
    PeerPlan(long mostBytes) {
        this.mostBytes = mostBytes;
        division = new Division(this, mostBytes);
    }

    /** Returns the steps; none of them is empty. */
    List<Step> steps() {
        next();
        return steps;
    }

    /** Adds a buffer. */
    void add(BufferShape shape, Buffer source, Buffer target) {
        division.divide(shape, source, target);
    }

    @Override
    public long roomForPieces() {
        return StridedRange.MOST_PIECES - pieces;
    }

    @Override
    public long roomForBytes() {
        return mostBytes - bytes;
    }

    @Override
    public void next() {
        if (bytes > 0) {
            steps.add(new Step(from, to, bytes));
            from = new ArrayList<>();
            to = new ArrayList<>();
            pieces = 0;
            bytes = 0;
        }
    }

    @Override
    public void append(long run, long[] counts, Division.Side source, Division.Side target) {
        StridedRange read = new StridedRange(source.address(), run, counts, source.strides());
        from.add(read);
        to.add(new StridedRange(target.address(), run, counts, target.strides()));
        pieces += read.bytes() / run;
        bytes += read.bytes();
    }
}
