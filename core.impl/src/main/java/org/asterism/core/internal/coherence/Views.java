package org.asterism.core.internal.coherence;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.List;
import org.asterism.api.data.Buffer;
import org.asterism.core.internal.observation.SafeLog;

/**
 * Tracks the copies of parts that lie within copies of the data that they were cut from.
 *
 * <p>Such a <i>view</i> takes no memory, and is valid as soon as the data around it are, without a copy. In main memory
 * all parts are views. Elsewhere a part is a view if there is memory for a copy of the whole, and the driver allows a
 * view to begin there. Otherwise it has its own memory.
 *
 * <p>Views of one memory may be written side by side, and parts that overlap are only read. While the whole and its
 * parts are valid at the same time, all of them are only read, so they have the same content.
 *
 * <p>Only commands of the {@link Traffic} use it.
 */
final class Views {
    private static final Logger LOG = System.getLogger(Views.class.getName());

    /** Memory for a whole is taken for the sake of a part only if that is no more than this part of the node's. */
    private static final int SHARE = 2;

    private final Collection<NodeMemory> nodes;
    private final Residence residence;

    Views(Collection<NodeMemory> nodes, Residence residence) {
        this.nodes = nodes;
        this.residence = residence;
    }

    /** Makes a copy without memory a view, if it can be one; without content. */
    boolean place(Replicate part) {
        Replicates.Origin origin = part.all.origin();
        if (origin == null || part.node.isMain() || part.bytes() == 0) {
            return false;
        }
        Replicate whole = origin.whole().on(part.node);
        if (!whole.isAllocated() && !place(whole) && !takeMemory(whole)) {
            return false;
        }
        List<Buffer> buffers = within(part, whole.buffers());
        if (buffers == null) {
            part.mustLieApart();
            return false;
        }
        for (Buffer buffer : buffers) {
            boolean empty = buffer.segment().byteSize() == 0;
            if (!empty && part.node.offset(whole.host(), buffer.segment()) % part.node.viewAlignment() != 0) {
                part.mustLieApart();
                return false;
            }
        }
        part.placeWithin(whole.host(), buffers);
        return true;
    }

    /**
     * Returns the location of a part within a copy of the whole; null if its layout throws an exception, because its
     * bundle may be gone.
     */
    private static List<Buffer> within(Replicate part, List<Buffer> whole) {
        try {
            return part.all.origin().part().within(whole);
        } catch (Throwable thrown) {
            SafeLog.log(
                    LOG, Level.DEBUG, part.all.handle() + " gets memory of its own, since its layout threw", thrown);
            return null;
        }
    }

    /**
     * Takes memory for a whole of which a part is needed, if nothing has to go for it and its parts will meet there:
     * because they did before, or have nowhere else to go.
     */
    private boolean takeMemory(Replicate whole) {
        NodeMemory node = whole.node;
        long bytes = node.bytesFor(whole.all.shapes());
        return (whole.partsMeetHere || nodes.size() == 2)
                && !node.leaving
                && bytes <= node.capacity() / SHARE
                && node.hasRoom(bytes)
                && node.allocate(whole);
    }

    /** Whether the copy of a part lies within that of the whole on the same node. */
    static boolean isWithin(Replicate part, Replicate whole) {
        return part.isAllocated() && (part.node.isMain() || part.host() == whole.host());
    }

    /** {@link #isWithin}, after the copy of the part was placed there if it has no content that would be lost. */
    boolean settle(Replicate part, Replicate whole) {
        if (isWithin(part, whole)) {
            return true;
        }
        boolean free = whole.isAllocated() && !part.isValid() && residence.giveUp(part);
        return free && place(part) && isWithin(part, whole);
    }

    /**
     * The copy of the whole that a view lies within; null for a copy that is none, or whose whole has no memory around
     * it.
     */
    static Replicate around(Replicate part) {
        if (!part.isView()) {
            return null;
        }
        Replicate whole = part.all.origin().whole().at(part.node.id());
        return whole != null && isWithin(part, whole) ? whole : null;
    }

    /** Makes the copy of a part valid where the whole, or what that was cut from, is valid around it. */
    boolean inherit(Replicate part) {
        if (part.isValid()) {
            return true;
        }
        Replicates.Origin origin = part.all.origin();
        if (origin == null || part.all.validCopies() == 0) {
            return false; // no part, or one that is not cut out
        }
        Replicate whole = origin.whole().at(part.node.id());
        if (whole == null || part.loading() != null || !inherit(whole) || !settle(part, whole)) {
            return false;
        }
        part.setValid(true);
        return true;
    }
}
