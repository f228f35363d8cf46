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
    private final Lineage lineage;

    Writes(Collection<NodeMemory> nodes, Transfers transfers, Lineage lineage) {
        this.nodes = nodes;
        this.transfers = transfers;
        this.lineage = lineage;
    }

    /**
     * Makes a copy that was written the only valid one.
     *
     * @param claim the claim of the writer; null if it worked in main memory without one
     * @param overwritten whether the writer has not read the former value
     */
    void written(Replicate replicate, Claim claim, boolean overwritten) {
        replicate.setValid(true);
        replicate.unmovable = false;
        replicate.all.lost(replicate.node.loss());
        invalidateOthers(replicate, null);
        if (replicate.all.history != null) {
            lineage.written(replicate, claim, overwritten);
        }
        if (!replicate.isValid()) {
            if (replicate.node.loss() != null) { // its device was lost after the kernel had ended
                lineage.takes(replicate.all);
            }
            return;
        }
        if (lineage.isAwaited(replicate.all) && !replicate.all.history.isWhole()) {
            return; // an earlier value, which was computed again
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
