package org.asterism.core.internal.coherence;

import java.util.Arrays;
import java.util.List;
import org.asterism.api.MemoryNode;
import org.asterism.api.data.BufferShape;
import org.asterism.api.data.Part;
import org.asterism.api.data.ReplicateState;
import org.asterism.core.internal.data.Handle;

/**
 * The copies of one piece of data, at most one per memory node. Made when the data are first used outside of main memory, or
 * have no home there. Changed in the {@link Traffic}'s seat only; anybody may ask for states, which are hints.
 */
public final class Replicates {
    /**
     * Where data lie that are part of others.
     *
     * @param whole the data they were cut from
     * @param part where they lie within a copy of those
     */
    record Origin(Replicates whole, Part part) {}

    private final Handle handle;
    private final Origin origin;
    private final List<BufferShape> shapes;
    private final long bytes;
    private volatile Replicate[] byNode = {};

    /** Why there is no value any more, or null. */
    Throwable lost;

    /** To which nodes every new value is copied. */
    private int[] writeThrough = {};

    Replicates(Handle handle) {
        this(handle, null);
    }

    Replicates(Handle handle, Origin origin) {
        this.handle = handle;
        this.origin = origin;
        shapes = handle.layout().buffers();
        bytes = handle.layout().bytes();
    }

    Handle handle() {
        return handle;
    }

    /** What they were cut from; null if they are no part. */
    Origin origin() {
        return origin;
    }

    List<BufferShape> shapes() {
        return shapes;
    }

    long bytes() {
        return bytes;
    }

    /** The copy on a node, or null if there never was one. */
    Replicate at(int node) {
        Replicate[] known = byNode;
        return node < known.length ? known[node] : null;
    }

    /** The copy on a node, made if there was none. */
    Replicate on(Node node) {
        Replicate there = at(node.id());
        if (there == null) {
            Replicate[] more = Arrays.copyOf(byNode, Math.max(byNode.length, node.id() + 1));
            there = new Replicate(this, node);
            more[node.id()] = there;
            byNode = more;
        }
        return there;
    }

    /** Forgets a node that has left. */
    void forget(Node node) {
        if (at(node.id()) != null) {
            Replicate[] fewer = byNode.clone();
            fewer[node.id()] = null;
            byNode = fewer;
        }
    }

    /** The copies there are, valid or not; with gaps. */
    Replicate[] copies() {
        return byNode;
    }

    int validCopies() {
        int valid = 0;
        for (Replicate copy : byNode) {
            if (copy != null && copy.isValid()) {
                valid++;
            }
        }
        return valid;
    }

    /** Whether another copy than this one is valid. */
    boolean isValidBeside(Replicate replicate) {
        for (Replicate copy : byNode) {
            if (copy != null && copy != replicate && copy.isValid()) {
                return true;
            }
        }
        return false;
    }

    int[] writeThrough() {
        return writeThrough;
    }

    void setWriteThrough(int[] nodes) {
        writeThrough = nodes;
    }

    // For anybody.

    /** What the copy on a node is worth. */
    public ReplicateState stateOn(int node) {
        Replicate copy = at(node);
        if (copy == null || !copy.isValid()) {
            return ReplicateState.INVALID;
        }
        return isValidBeside(copy) ? ReplicateState.SHARED : ReplicateState.OWNED;
    }

    public boolean isAllocatedOn(int node) {
        Replicate copy = at(node);
        return copy != null && copy.isAllocated();
    }

    /** Whether a copy is valid on a node or on its way there. */
    public boolean isValidOrRequested(int node) {
        Replicate copy = at(node);
        return copy != null && (copy.isValid() || copy.loading() != null);
    }

    /** Whether main memory has a valid copy. */
    public boolean isValidAtHome() {
        Replicate copy = at(MemoryNode.MAIN);
        return copy != null && copy.isValid();
    }
}
