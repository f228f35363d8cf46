package org.asterism.core.internal.coherence;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.asterism.api.data.TransferKind;

/**
 * Decides which copies stay on a memory node when room is needed.
 *
 * <p>To make room, it first takes memory that is kept for later, and then that of copies that nothing pins. Invalid
 * copies go first, then those that are valid elsewhere, least recently used first. Last come copies that
 * {@link WriteBack have to be brought home} first.
 *
 * <p>Only commands of the {@link Traffic} use it.
 */
final class Residence {
    /** Of a copy that is the only valid one. */
    private static final int NOT_DUE = -1;

    private final Collection<NodeMemory> nodes;
    private final Views views;
    private final WriteBack writeBack;

    Residence(NodeMemory main, Collection<NodeMemory> nodes) {
        this.nodes = nodes;
        views = new Views(nodes, this);
        writeBack = new WriteBack(main, views);
    }

    /** The memory nodes there are. */
    Collection<NodeMemory> nodes() {
        return nodes;
    }

    /** Returns the record of the copies that lie within others. */
    Views views() {
        return views;
    }

    /** Returns the service that brings data home before their memory is given up. */
    WriteBack writeBack() {
        return writeBack;
    }

    /** Places a copy that is to be loaded, if there is room for a transfer of a kind; false if there is not. */
    boolean place(Replicate replicate, TransferKind kind) {
        NodeMemory node = replicate.node;
        long bytes = node.bytesFor(replicate.all.shapes());
        boolean claimed = !node.isMain() && !node.waiting.isEmpty();
        if (!claimed && views.place(replicate)) {
            return true;
        }
        if (claimed || !node.hasRoom(bytes) && (kind == TransferKind.IDLE_PREFETCH || !makeRoom(node, bytes, kind))) {
            return false;
        }
        return node.allocate(replicate);
    }

    /** Places a copy that will be written some time, if memory is free. It is given up before any copy with a value. */
    void placeAhead(Replicate replicate) {
        if (!replicate.isAllocated() && replicate.node.hasUnusedFor(replicate)) {
            place(replicate, TransferKind.IDLE_PREFETCH);
        }
    }

    /** Frees memory until so much fits; false if it has to wait for copies that come home, or there is too little. */
    boolean makeRoom(NodeMemory node, long bytes, TransferKind kind) {
        while (!node.hasRoom(bytes)) {
            if (!giveUpSome(node, bytes, kind)) {
                if (kind == TransferKind.FETCH) {
                    writeBack.bringHome(node, bytes, evictable(node, kind));
                }
                return false;
            }
        }
        return true;
    }

    /**
     * Gives up copies that nobody needs until so much fits or there are no more: looks at each once, and remembers no
     * more of them than may be needed.
     */
    private boolean giveUpSome(NodeMemory node, long bytes, TransferKind kind) {
        long missing = node.missing(bytes);
        List<List<Replicate>> due = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        long[] found = new long[due.size()];
        for (Replicate replicate : node.inOrderOfLastUse()) {
            int turn = isEvictable(replicate, kind) ? turn(replicate) : NOT_DUE;
            if (turn != NOT_DUE && found[turn] < missing) {
                due.get(turn).add(replicate);
                found[turn] += replicate.bytes();
                if (found[0] >= missing) {
                    break;
                }
            }
        }
        boolean any = false;
        for (List<Replicate> next : due) {
            for (Replicate replicate : next) {
                if (node.hasRoom(bytes)) {
                    return true;
                }
                node.evict(replicate);
                any = true;
            }
        }
        return any;
    }

    /** Frees the memory of a copy, or begins to: one that nobody needs, as long as there is one. */
    boolean giveUpOne(NodeMemory node) {
        for (Replicate replicate : node.inOrderOfLastUse()) {
            if (isEvictable(replicate, TransferKind.FETCH) && isDue(replicate)) {
                node.evict(replicate);
                return true;
            }
        }
        writeBack.bringHome(node, Long.MAX_VALUE, evictable(node, TransferKind.FETCH));
        return false;
    }

    /** Whether nobody uses anything that would be given back when he has ended. */
    boolean nothingWillMakeRoom(NodeMemory node) {
        for (Replicate replicate : node.inOrderOfLastUse()) {
            if (replicate.anyTenant(tenant -> tenant.isBusy() || writeBack.isBringing(tenant))) {
                return false;
            }
        }
        return !node.hasLent();
    }

    /**
     * Returns the rank in which a copy is given up: copies without value first, then those that will not be used, then
     * those that are valid elsewhere.
     */
    private int turn(Replicate host) {
        int turn = 0;
        for (Replicate tenant : host.tenants()) {
            if (tenant.isValid()) {
                if (!writeBack.isElsewhere(tenant)) {
                    return NOT_DUE;
                }
                turn = Math.max(turn, tenant.wontBeUsed ? 1 : 2);
            }
        }
        return turn;
    }

    /** Whether nothing is lost if a copy and the views in it are given up. */
    boolean isDue(Replicate host) {
        return turn(host) != NOT_DUE;
    }

    private static boolean isEvictable(Replicate host, TransferKind kind) {
        return !host.anyTenant(Replicate::isBusy)
                && (kind == TransferKind.FETCH || !host.anyTenant(Replicate::isExpected));
    }

    private static List<Replicate> evictable(NodeMemory node, TransferKind kind) {
        return node.inOrderOfLastUse().stream()
                .filter(replicate -> isEvictable(replicate, kind))
                .toList();
    }

    /**
     * Gives up a copy and the views in it; false if somebody needs them now, or a view is valid nowhere else. Whether
     * the copy itself is, the caller knows.
     */
    boolean giveUp(Replicate replicate) {
        for (Replicate tenant : replicate.tenants()) {
            if (tenant != replicate && tenant.isValid() && !writeBack.isElsewhere(tenant)) {
                return false;
            }
        }
        return letGo(replicate);
    }

    /** Gives up a copy and the views in it, whatever they contain; false if somebody needs them now. */
    boolean letGo(Replicate replicate) {
        if (!replicate.isAllocated()) {
            return true;
        }
        if (replicate.anyTenant(Replicate::isBusy)) {
            return false;
        }
        replicate.node.release(replicate);
        return true;
    }
}
