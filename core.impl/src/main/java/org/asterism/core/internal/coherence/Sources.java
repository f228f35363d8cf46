package org.asterism.core.internal.coherence;

import java.util.Optional;
import org.asterism.api.model.Link;
import org.asterism.core.internal.links.LinkTable;

/**
 * Chooses the valid copy that a transfer reads. It also serves policies that ask how long a transfer would take. Any
 * thread may call it.
 */
final class Sources {
    private final NodeMemory main;
    private final LinkTable links;

    Sources(NodeMemory main, LinkTable links) {
        this.main = main;
        this.links = links;
    }

    /**
     * The valid copy that is copied to a node fastest without a stop between; the one of the oldest node if several
     * are. If a link is unknown they cannot be compared: then main memory's, else the youngest node's.
     *
     * @return null if there is none with a direct link
     */
    Replicate direct(Replicates all, NodeMemory to) {
        return direct(all, all.bytes(), to);
    }

    private Replicate direct(Replicates all, long bytes, NodeMemory to) {
        Replicate best = null;
        Replicate last = null;
        long bestNanos = Long.MAX_VALUE;
        boolean comparable = true;
        for (Replicate source : all.copies()) {
            if (source.node == to || !source.isValid()) {
                continue;
            }
            long nanos = links.nanos(source.node.id(), to.id(), bytes);
            if (nanos < 0) {
                continue;
            }
            if (nanos == 0) {
                comparable = false;
            }
            if (nanos < bestNanos) {
                best = source;
                bestNanos = nanos;
            }
            last = last != null && last.node == main ? last : source;
        }
        return comparable ? best : last;
    }

    /**
     * Returns the expected time for bringing missing data to a node; {@link Long#MAX_VALUE} if no other node has them.
     * Parts of data that are not cut come from a copy of the whole.
     */
    long nanos(Replicates wanted, NodeMemory to) {
        long bytes = wanted.bytes();
        Replicates all = wanted.source();
        Replicate source = direct(all, bytes, to);
        if (source != null) {
            return links.predict(source.node.id(), to.id(), bytes);
        }
        Replicate first = direct(all, bytes, main);
        return first == null ? Long.MAX_VALUE : links.predict(first.node.id(), main.id(), bytes) + fromMain(to, bytes);
    }

    /**
     * Returns the expected time for copying bytes from one node to another, through main memory if there is no direct
     * link.
     */
    long between(NodeMemory from, NodeMemory to, long bytes) {
        if (from == to) {
            return 0;
        }
        long direct = links.predict(from.id(), to.id(), bytes);
        if (direct >= 0) {
            return direct;
        }
        // A node that has left meanwhile has no links any more.
        return Math.max(0, links.predict(from.id(), main.id(), bytes)) + Math.max(0, fromMain(to, bytes));
    }

    /** The direct link from one node to another; empty if there is none. */
    Optional<Link> link(NodeMemory from, NodeMemory to) {
        return links.link(from.id(), to.id());
    }

    /** Returns the expected time for bringing data from main memory to another node. */
    long fromMain(NodeMemory to, long bytes) {
        return links.predict(main.id(), to.id(), bytes);
    }
}
