package org.asterism.core.internal.coherence;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.asterism.api.data.TransferKind;
import org.asterism.core.internal.task.Shortage;

/**
 * Admits claims. A {@link Claim} gets room for all its data at once, in the order of the claims on its node. So two
 * claims never block each other by holding a part of the memory each.
 *
 * <p>Then the data that the claim reads are fetched. When all have arrived, the claim is settled, and its copies stay
 * where they are until it is released.
 *
 * <p>Only commands of the {@link Traffic} use it.
 */
final class Admission {
    private final List<NodeMemory> nodes;
    private final Residence residence;
    private final Transfers transfers;
    private final Writes writes;
    private final Lineage lineage;
    private final OtherRuntimes others;
    private final Conversions conversions = new Conversions(this::claim);

    Admission(
            List<NodeMemory> nodes,
            Residence residence,
            Transfers transfers,
            Writes writes,
            Lineage lineage,
            OtherRuntimes others) {
        this.nodes = nodes;
        this.residence = residence;
        this.transfers = transfers;
        this.writes = writes;
        this.lineage = lineage;
        this.others = others;
    }

    /** Takes a claim; it is settled at once if it can be. */
    void claim(Claim claim) {
        claim.node().waiting.add(claim);
        admitWaiting(claim.node());
    }

    /** Admits claims that wait for room on any node; says whether it has admitted one. */
    boolean admitWaiting() {
        boolean admitted = false;
        for (int index = 0;
                index < nodes.size();
                index++) { // none leaves meanwhile; an iterator would be made each time
            admitted |= admitWaiting(nodes.get(index));
        }
        return admitted;
    }

    private boolean admitWaiting(NodeMemory node) {
        boolean admitted = false;
        for (Claim first = node.waiting.peek(); first != null; first = node.waiting.peek()) {
            boolean planned = true;
            try {
                planned = conversions.plan(first);
                if (planned && !admit(first)) {
                    break;
                }
            } catch (Throwable thrown) { // fails this claim only: the others on the node must not wait for it
                first.breaks("could not be given memory on " + node, thrown);
                first.setPinned(false);
                unpinItems(first);
            }
            node.waiting.remove(first);
            admitted = true;
            if (planned) {
                begin(first);
            }
        }
        return admitted;
    }

    /** Fails a claim that cannot even be looked at. */
    void refuse(Claim claim, Throwable why) {
        claim.fail(why);
        claim.settle();
    }

    /** Fails a claim that waits, and ends the wait of its maker; what arrives later finds it settled. */
    void fail(Claim claim, Throwable why) {
        if (!claim.isSettled()) {
            claim.node().waiting.remove(claim);
            claim.node().question = null;
            claim.fail(why);
            letGo(claim);
            claim.settle();
        }
    }

    /** Gives a claim its room and pins its copies, or finds that it can have none; false if it has to wait. */
    private boolean admit(Claim claim) {
        NodeMemory node = claim.node();
        if (claim.failure() != null) {
            return true;
        }
        if (node.leaving) {
            claim.fail(whyLeaving(node));
            return true;
        }
        for (Claim.Item item : claim.items()) {
            item.replicate = Replicates.of(item.handle).on(node);
        }
        if (claim.isApart && !detach(claim)) {
            return claim.failure() != null;
        }
        if (isAllThere(claim)) {
            pinThere(claim);
            isAdmitted(claim);
            return true;
        }
        long needed = needed(claim);
        if (claim.failure() != null) {
            return true;
        }
        long all = NodeMemory.sum(needed, taken(claim));
        if (all > node.capacity()) {
            if (!claim.isApart && Arrays.stream(claim.items()).anyMatch(item -> item.replicate.isView())) {
                claim.isApart = true;
                return admit(claim);
            }
            claim.lacksRoom(
                    Shortage.forEver(
                            node.id(), all + " bytes on memory " + node.name() + ", which has " + node.capacity()),
                    "give it smaller data, or the memory more room");
            return true;
        }
        return takeRoom(claim, needed);
    }

    /** Whether all of a claim's copies have memory, after those were placed that lie within others. */
    private boolean isAllThere(Claim claim) {
        boolean all = true;
        for (Claim.Item item : claim.items()) {
            Replicate replicate = item.replicate;
            if (!claim.isApart && !residence.views().inherit(replicate) && !replicate.isAllocated()) {
                residence.views().place(replicate);
            }
            all &= replicate.isAllocated();
        }
        return all;
    }

    /** Returns the amount of memory that a claim needs for the copies that have none yet. */
    private static long needed(Claim claim) {
        NodeMemory node = claim.node();
        long needed = 0;
        for (Claim.Item item : claim.items()) {
            if (!item.replicate.isAllocated()) {
                long bytes = node.bytesFor(item.replicate.all.shapes());
                if (bytes > node.largestAllocation() && bytes <= node.capacity()) {
                    claim.lacksRoom(
                            Shortage.forEver(
                                    node.id(),
                                    bytes + " bytes in one piece for " + item.handle.name() + " on memory "
                                            + node.name() + ", which gives " + node.largestAllocation() + " at most"),
                            "cut the data into smaller parts");
                }
                needed = NodeMemory.sum(needed, bytes);
            }
        }
        return needed;
    }

    /** Returns the amount of the runtime's memory in which a claim's copies lie, including the data around them. */
    private static long taken(Claim claim) {
        List<Replicate> hosts = new ArrayList<>(claim.items().length);
        long taken = 0;
        for (Claim.Item item : claim.items()) {
            Replicate host = item.replicate.host();
            if (host != null && !hosts.contains(host)) {
                hosts.add(host);
                taken = NodeMemory.sum(taken, claim.node().bytesFor(host.all.shapes()));
            }
        }
        return taken;
    }

    /** Makes room and gives it to a claim; false if it has to wait for that. */
    private boolean takeRoom(Claim claim, long needed) {
        NodeMemory node = claim.node();
        pinThere(claim);
        boolean admitted = false;
        boolean room = needed == 0 || residence.makeRoom(node, needed, TransferKind.FETCH);
        while (room && !admitted) {
            admitted = allocate(claim)
                    || node.dropKept() && allocate(claim); // what is kept may lie in the way of the rest
            if (!admitted && others.areAsked(claim)) {
                unpinItems(claim);
                return false;
            }
            room = !admitted && residence.giveUpOne(node); // the driver may have room in pieces that are too small
        }
        if (admitted) {
            node.question = null; // which knows the claim, and thereby the program's task
            isAdmitted(claim);
            return true;
        }
        unpinItems(claim);
        if (node.leaving) {
            claim.fail(whyLeaving(node)); // it was found to be lost just now
            return true;
        }
        if (residence.nothingWillMakeRoom(node) && residence.giveUpOne(node)) {
            return admit(claim); // its own data lie so that there is no gap for the others
        }
        if (residence.nothingWillMakeRoom(node)) {
            node.question = null;
            claim.lacksRoom(
                    Shortage.passing(
                            node.id(),
                            needed + " more bytes on memory " + node.name() + ", which has "
                                    + (node.capacity() - node.used()) + " of " + node.capacity()
                                    + " left, but its driver gives none",
                            node.changes()),
                    "give it smaller data, or see what else takes that memory");
            return true;
        }
        return false;
    }

    private static void pinThere(Claim claim) {
        for (Claim.Item item : claim.items()) {
            if (item.replicate.isAllocated()) {
                item.pin();
            }
        }
    }

    private static void unpinItems(Claim claim) {
        for (Claim.Item item : claim.items()) {
            item.unpin();
        }
    }

    private void isAdmitted(Claim claim) {
        claim.setPinned(true);
        conversions.begin(claim);
    }

    private static IllegalStateException whyLeaving(NodeMemory node) {
        return node.loss() == null
                ? new IllegalStateException("the memory " + node.name() + " has left with its driver")
                : new IllegalStateException(
                        "the memory " + node.name() + " is gone: " + node.loss().getMessage(), node.loss());
    }

    /**
     * Gives up the memory around the views that a claim needs, unless it needs that as well; false if it has to wait
     * for that.
     */
    private boolean detach(Claim claim) {
        for (Claim.Item item : claim.items()) {
            Replicate host = item.replicate.host();
            if (!item.replicate.isView() || isNamed(claim, host) || residence.isDue(host) && residence.letGo(host)) {
                continue;
            }
            if (host.anyTenant(tenant -> tenant.isValid()
                    && tenant.unmovable
                    && !residence.writeBack().isElsewhere(tenant))) {
                claim.fail(new IllegalStateException(
                        claim + " needs " + item.replicate.all.handle() + " in memory of its own, since " + host
                                + " leaves too little room, but that could not be copied elsewhere"));
            } else if (!host.anyTenant(Replicate::isBusy)) {
                residence.writeBack().save(host);
            }
            return false;
        }
        return true;
    }

    private static boolean isNamed(Claim claim, Replicate replicate) {
        return Arrays.stream(claim.items()).anyMatch(item -> item.replicate == replicate);
    }

    private static boolean allocate(Claim claim) {
        List<Claim.Item> placed = new ArrayList<>();
        for (Claim.Item item : claim.items()) {
            if (item.replicate.isAllocated()) {
                continue;
            }
            if (!claim.node().allocate(item.replicate)) {
                for (Claim.Item before : placed) {
                    before.unpin();
                    claim.node().release(before.replicate);
                }
                return false;
            }
            item.pin();
            placed.add(item);
        }
        return true;
    }

    /** Fetches the content that an admitted claim reads. */
    private void begin(Claim claim) {
        claim.missing = 1;
        Throwable obstacle = lineage.obstacle(claim);
        if (obstacle != null) {
            claim.failsForNow(obstacle);
        } else if (claim.isPinned()) {
            for (Claim.Item item : claim.items()) {
                Replicate replicate = item.replicate;
                if (item.reads && !replicate.isValid() && !claim.converts(item)) {
                    claim.missing++;
                    fetch(claim, replicate);
                }
            }
        }
        arrived(claim, null);
    }

    private void fetch(Claim claim, Replicate replicate) {
        Arrival arrival = null;
        try {
            arrival = new Arrival(claim);
            transfers.want(replicate, TransferKind.FETCH, claim.priority(), arrival);
        } catch (Throwable thrown) {
            claim.breaks("could not get " + replicate.all.handle(), thrown);
            if (arrival == null) {
                arrived(claim, null);
            } else {
                arrival.accept(null);
            }
        }
    }

    /**
     * Tells a claim exactly once that an awaited copy has arrived, even if the request for the copy has failed
     * half-way.
     */
    private final class Arrival implements Consumer<Throwable> {
        private Claim awaiting;

        Arrival(Claim claim) {
            awaiting = claim;
        }

        @Override
        public void accept(Throwable failure) {
            Claim claim = awaiting;
            awaiting = null;
            if (claim != null) {
                arrived(claim, failure);
            }
        }
    }

    private void arrived(Claim claim, Throwable failure) {
        if (claim.isSettled()) {
            return; // it has failed before this copy came
        }
        if (failure != null) {
            Throwable obstacle = lineage.obstacle(claim); // the value may be there again before the rest arrives
            claim.fail(obstacle == null ? failure : obstacle);
        }
        boolean ends = true;
        try {
            ends = --claim.missing <= 0 && !mustWaitForOldContent(claim) && isMetOrFailed(claim);
        } catch (Throwable thrown) {
            claim.breaks("could not be given its data", thrown);
            letGo(claim);
        } finally {
            if (ends) {
                claim.settle();
            }
        }
    }

    /** Shows a claim its data, or lets go of them if it has failed; false if it begins anew. */
    private boolean isMetOrFailed(Claim claim) {
        if (claim.node().loss() != null) {
            claim.fail(whyLeaving(claim.node()));
        } else if (claim.failure() != null && claim.isPinned() && Conversions.isFormGone(claim)) {
            planAnew(claim);
            return false;
        }
        Throwable obstacle = lineage.obstacle(claim);
        if (obstacle != null) {
            claim.failsForNow(obstacle);
        } else if (claim.failure() == null && claim.isPinned() && Lineage.isOutdated(claim)) {
            planAnew(claim);
            return false;
        }
        if (claim.failure() == null) {
            claim.makeViews();
        }
        if (claim.failure() == null && !claim.isWanted()) {
            claim.fail(new IllegalStateException(claim + " was given up")); // before anything was made invalid for it
        }
        if (claim.failure() != null) {
            letGo(claim);
        } else {
            for (Claim.Item item : claim.items()) {
                item.replicate.node.touch(item.replicate);
                if (item.writes && !claim.converts(item)) { // else when it has been converted
                    writes.invalidateOthers(item.replicate, claim);
                    if (item.replicate.all.history != null) {
                        Lineage.begins(claim, item.replicate);
                    }
                }
            }
        }
        return true;
    }

    /**
     * Takes a claim anew that was to copy a form which was lost on the way, though another one is left, or whose data
     * were computed again since they arrived.
     */
    private void planAnew(Claim claim) {
        letGo(claim);
        claim.beginAnew();
        claim(claim);
    }

    /** Nothing may be copied to where a task is about to write: waits for what is under way. */
    private boolean mustWaitForOldContent(Claim claim) {
        if (!claim.isPinned()) {
            return false;
        }
        for (Claim.Item item : claim.items()) {
            if (item.replicate.loading() != null && (item.writes || claim.converts(item))) {
                transfers.giveUpLoading(item.replicate);
                if (item.replicate.loading() != null) {
                    claim.missing++;
                    item.replicate.loading().tell(failure -> arrived(claim, null));
                }
            }
        }
        return claim.missing > 0;
    }

    /** Takes a claim back whose maker has done its work. */
    void release(Claim claim) {
        try {
            readOn(claim);
        } finally {
            letGo(claim);
        }
    }

    /** Lets go of what a claim holds. */
    void letGo(Claim claim) {
        if (claim.writesHistory()) {
            Lineage.isLeft(claim);
        }
        unpin(claim);
        conversions.abandon(claim);
    }

    /** Is told that one form of some data was made of another for a claim. */
    void converted(Claim claim, Conversion conversion) {
        conversions.ended(writes, claim, conversion);
    }

    /** Makes what a claim has written known; from now on it only reads. */
    void readOn(Claim claim) {
        for (Claim.Item item : claim.items()) {
            if (item.writes) {
                boolean overwritten = !item.reads;
                item.writes = false;
                item.reads = true;
                if (!claim.isUnconverted(item)) { // else the kernel has not run, and what it was to change is as it was
                    writes.written(item.replicate, claim, overwritten);
                }
            }
        }
    }

    private static void unpin(Claim claim) {
        if (claim.isPinned()) {
            claim.setPinned(false);
            unpinItems(claim);
        }
    }
}
