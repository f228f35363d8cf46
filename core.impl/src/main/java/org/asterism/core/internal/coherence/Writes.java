package org.asterism.core.internal.coherence;

import java.util.Collection;
import org.asterism.api.data.TransferKind;
import org.asterism.core.internal.data.Handle;

/**
 * Updates the other copies of some data when one copy is written. It invalidates the other copies and voids transfers
 * to them. Then it sends the new value to each node on which the program wants every new value.
 *
 * <p>Only commands of the {@link Traffic} use it.
 */
final class Writes {
    private final Collection<NodeMemory> nodes;
    private final Transfers transfers;

    Writes(Collection<NodeMemory> nodes, Transfers transfers) {
        this.nodes = nodes;
        this.transfers = transfers;
    }

    /** Makes a copy that was written the only valid one. */
    void written(Replicate replicate) {
        replicate.setValid(true);
        replicate.unmovable = false;
        replicate.all.lost(replicate.node.loss());
        invalidateOthers(replicate, null);
        if (!replicate.isValid()) {
            return; // its device was lost after the kernel had ended
        }
        for (int id : replicate.all.writeThrough()) {
            for (NodeMemory node : nodes) {
                if (node.id() == id && node != replicate.node && !node.leaving) {
                    transfers.wish(replicate.all.on(node), TransferKind.IDLE_PREFETCH, 0, Transfers::logged);
                }
            }
        }
    }

    /**
     * Makes a copy the only one that may be valid, of any form.
     *
     * @param writer the claim whose task is about to write it; null if it has been written
     */
    void invalidateOthers(Replicate replicate, Claim writer) {
        invalidate(replicate.all, replicate, writer);
        if (replicate.all.forms() != null) {
            for (Handle form : replicate.all.forms().all()) {
                if (Replicates.of(form) != replicate.all) {
                    invalidate(Replicates.of(form), replicate, writer);
                }
            }
        }
    }

    private void invalidate(Replicates all, Replicate replicate, Claim writer) {
        for (Replicate copy : all.copies()) {
            if (copy != replicate) {
                copy.setValidBefore(writer);
                transfers.giveUpLoading(copy);
            }
        }
    }
}
