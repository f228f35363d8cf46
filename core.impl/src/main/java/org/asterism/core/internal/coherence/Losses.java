package org.asterism.core.internal.coherence;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.asterism.api.Access;
import org.asterism.api.MemoryNode;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.task.AccessOrder;
import org.asterism.core.internal.task.Job;
import org.asterism.spi.driver.DeviceLostException;

/**
 * Handles the loss of a device's copies.
 *
 * <p>The device's copies become invalid. Copies under way are made from another valid copy if there is one. Data that
 * were valid only there are marked as lost. A task that was under way there gives up its claim, and learns whether the
 * data that it reads are still available elsewhere. For data that it has begun to change, an untouched copy of the
 * former value is enough.
 *
 * <p>Only commands of the {@link Traffic} use it.
 */
final class Losses {
    private final Transfers transfers;
    private final Residence residence;
    private final Admission admission;
    private final Lineage lineage;
    private final BiConsumer<MemoryNode, DeviceLostException> told;

    /**
     * @param told called once for each memory whose device is lost, on the thread that noticed the loss; it must not
     *     wait
     */
    Losses(
            Transfers transfers,
            Residence residence,
            Admission admission,
            Lineage lineage,
            BiConsumer<MemoryNode, DeviceLostException> told) {
        this.transfers = transfers;
        this.residence = residence;
        this.admission = admission;
        this.lineage = lineage;
        this.told = told;
    }

    /** Takes note that a memory's device is lost; does nothing if that was known. */
    void lose(NodeMemory node, DeviceLostException lost) {
        if (!node.isLostNow(lost)) {
            return;
        }
        List<TransferRequest> stopped = transfers.stop(node);
        List<Replicate> valid = new ArrayList<>();
        for (Replicate host : node.byLastUse()) {
            for (Replicate copy : host.tenants()) {
                if (copy.isValid()) {
                    valid.add(copy);
                    inheritElsewhere(copy);
                }
            }
        }
        valid.forEach(copy -> copy.setValid(false));
        for (Replicate copy : valid) {
            if (!copy.all.hasValue() && !lineage.takes(copy.all)) {
                copy.all.lost(node.loss());
            }
        }
        stopped.forEach(transfers::beginAnew);
        told.accept(node, node.loss());
    }

    /** Makes a part use valid content of the whole around it, as long as it is known to be cut out. */
    private void inheritElsewhere(Replicate copy) {
        if (copy.all.origin() != null) {
            for (Replicate whole : copy.all.origin().whole().copies()) {
                if (whole.node != copy.node) {
                    residence.views().inherit(copy.all.on(whole.node));
                }
            }
        }
    }

    /**
     * Takes a claim back whose task has not come to its end because of the device, and tells it whether it could be run
     * elsewhere. What it should have written has the value that it had before, or none.
     *
     * @param hadBegun whether it may have changed that
     */
    void giveUp(Claim claim, Job job, DeviceLostException lost, boolean hadBegun) {
        String obstacle = "its data could not be taken back";
        try {
            obstacle = takeBack(claim, job, lost, hadBegun);
        } finally {
            claim.isGivenUp(obstacle);
        }
    }

    private String takeBack(Claim claim, Job job, DeviceLostException lost, boolean hadBegun) {
        for (Claim.Item item : claim.items()) {
            if (item.writes && !claim.isUnconverted(item) && !isRestored(item, claim) && hadBegun) {
                isHalfChanged(item, lost);
            }
        }
        if (claim.writesHistory()) {
            lineage.isTakenBack(claim, lost);
        }
        admission.letGo(claim);
        String obstacle = null;
        for (int index = 0; index < job.dataCount(); index++) {
            Claim.Item item = claim.item(index);
            if (job.mode(index) == Access.REDUX) {
                if (!item.reads) {
                    AccessOrder.of(item.handle).contentMissing(); // it began with this task
                }
            } else if (job.mode(index).reads()
                    && !Replicates.of(item.handle).hasValue()
                    && !lineage.isAwaited(Replicates.of(item.handle))) {
                obstacle = job.data(index) + " had its only value there" + lineage.whyLost(Replicates.of(item.handle));
            }
        }
        return obstacle;
    }

    /** Takes note that nobody knows what a copy contains. One that the task does not read is overwritten once more. */
    private static void isHalfChanged(Claim.Item item, DeviceLostException lost) {
        Replicates all = item.replicate.all;
        if (item.reads) {
            item.replicate.setValid(false);
            all.lost(lost);
        } else if (all.history != null) { // a replay might read it before
            item.replicate.setValid(false);
        }
    }

    /** Takes a claim back whose kernel may go on using the memory, for which nobody waits any more. */
    void keepForGood(Claim claim, Throwable why) {
        for (Claim.Item item : claim.items()) {
            Replicate replicate = item.replicate;
            if (item.writes) {
                item.writes = false;
                replicate.setValid(false);
                if (!replicate.all.hasValue()) {
                    replicate.all.lost(why);
                }
            }
            if (replicate.host() != null) {
                replicate.host().isKept = true;
            }
        }
        admission.letGo(claim);
    }

    /** Makes the copies valid again that were before the claim's task could write, if they were left alone since. */
    private static boolean isRestored(Claim.Item item, Claim claim) {
        Replicates all = item.replicate.all;
        boolean restored = false;
        for (Handle form :
                all.forms() == null ? List.of(all.handle()) : all.forms().all()) {
            for (Replicate copy : Replicates.of(form).copies()) {
                if (copy.before == claim && copy != item.replicate) {
                    copy.setValid(true);
                    restored |= copy.isValid();
                }
            }
        }
        if (restored) {
            item.replicate.setValid(false);
            all.lost(null);
        }
        return restored;
    }
}
