package org.asterism.core.internal.task;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import org.asterism.core.internal.protocol.FieldHandle;

/**
 * One round of a tag, from its first mention or its restart until it is done.
 *
 * <p>The task that carries the tag, and tasks that wait for it, refer to the round. So a task of a former round that
 * ends late does not end the next round.
 *
 * <p>There may be a million rounds, so each takes only 32 bytes.
 */
public final class Round implements Predecessor {
    private static final VarHandle CARRIER = FieldHandle.of(MethodHandles.lookup(), "carrier", Job.class);

    private final long tag;

    /** The successors that wait for this; only {@link Successors} reads and writes it. */
    volatile Object successors;

    /** The task submitted last with the tag or, if there is none, one that will be; null when it has ended. */
    private volatile Job carrier;

    Round(long tag) {
        this.tag = tag;
    }

    public long tag() {
        return tag;
    }

    /** A task that carries the tag and has not ended, the one submitted last if there is any; or null. */
    public Job carrier() {
        return carrier;
    }

    public boolean isDone() {
        return Successors.isClosed(this);
    }

    /** Takes note of a task that was given the tag, and will be submitted. */
    void given(Job job) {
        if (carrier == null) {
            CARRIER.compareAndSet(this, null, job);
        }
    }

    /** Takes note of a task that carries the tag and is submitted. */
    void submitted(Job job) {
        CARRIER.setRelease(this, job);
    }

    /** Lets go of a task that has ended: the tag may be kept for long. */
    void ended(Job job) {
        if (carrier == job) {
            CARRIER.compareAndSet(this, job, null);
        }
    }

    @Override
    public void forEachNext(Consumer<GraphNode> visitor) {
        Successors.forEach(this, visitor);
    }

    @Override
    public String toString() {
        return "tag " + tag;
    }
}
