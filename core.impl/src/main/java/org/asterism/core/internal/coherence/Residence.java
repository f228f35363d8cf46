package org.asterism.core.internal.coherence;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.asterism.api.data.TransferKind;
import org.asterism.core.internal.data.Handle;
import org.asterism.spi.driver.DeviceLostException;

/**
 * Which copies have room on which node. A {@link Claim} gets room for all its data at once, in the order of the claims, so two
 * tasks that each need half of a memory never take it from each other half-way. Who needs room takes memory that is kept for
 * later, then that of copies which nobody needs: invalid ones first, then those that are valid elsewhere, the ones not used for
 * the longest time first, then those that have to be brought home before.
 *
 * <p>Used in the {@link Traffic}'s seat only.
 */
final class Residence {
    private static final Logger LOG = System.getLogger(Residence.class.getName());

    /** Of a copy that is the only valid one. */
    private static final int NOT_DUE = -1;

    private final Node main;
    private final Collection<Node> nodes;
    private final Views views;
    private final Conversions conversions = new Conversions(this::claim);
    private Transfers transfers;

    /** Copies that are brought home so that others can take their room. */
    private final List<Replicate> leaving = new ArrayList<>();

    Residence(Node main, Collection<Node> nodes) {
        this.main = main;
        this.nodes = nodes;
        views = new Views(nodes, this);
    }

    /** The memory nodes there are. */
    Collection<Node> nodes() {
        return nodes;
    }

    /** Which copies lie within others. */
    Views views() {
        return views;
    }

    void connect(Transfers given) {
        transfers = given;
    }

    // Claims.

    /** Takes a claim; it is settled at once if it can be. */
    void claim(Claim claim) {
        claim.node().waiting.add(claim);
        admitWaiting(claim.node());
    }

    /** Admits claims that wait for room on any node; says whether it has admitted one. */
    boolean admitWaiting() {
        boolean admitted = false;
        for (Node node : nodes) {
            admitted |= admitWaiting(node);
        }
        return admitted;
    }

    private boolean admitWaiting(Node node) {
        boolean admitted = false;
        for (Claim first = node.waiting.peek(); first != null; first = node.waiting.peek()) {
            boolean planned = conversions.plan(first);
            if (planned && !admit(first)) {
                break;
            }
            node.waiting.remove(first);
            admitted = true;
            if (planned) {
                begin(first);
            }
        }
        return admitted;
    }

    /** Gives a claim its room and pins its copies, or finds that it can have none; false if it has to wait. */
    private boolean admit(Claim claim) {
        Node node = claim.node();
        if (claim.failure() != null) {
            return true;
        }
        if (node.leaving) {
            claim.fail(whyLeaving(node));
            return true;
        }
        for (Claim.Item item : claim.items()) {
            item.replicate = item.handle.replicates().on(node);
        }
        if (claim.isApart && !detach(claim)) {
            return claim.failure() != null;
        }
        long total = 0;
        long needed = 0;
        boolean anyView = false;
        List<Replicate> there = new ArrayList<>(claim.items().size());
        for (Claim.Item item : claim.items()) {
            Replicate replicate = item.replicate;
            if (!claim.isApart && !views.inherit(replicate) && !replicate.isAllocated()) {
                views.place(replicate);
            }
            if (!replicate.isAllocated()) {
                long bytes = node.bytesFor(replicate.all.shapes());
                if (bytes > node.largestAllocation() && bytes <= node.capacity()) {
                    claim.lacksRoom(
                            bytes + " bytes in one piece for " + item.handle.name() + " on memory " + node.name()
                                    + ", which gives " + node.largestAllocation() + " at most",
                            "cut the data into smaller parts");
                    return true;
                }
                needed += bytes;
            } else {
                total += isFirstOfItsHost(replicate, there)
                        ? node.bytesFor(replicate.host().all.shapes())
                        : 0;
                anyView |= replicate.isView();
                there.add(replicate);
            }
        }
        total += needed;
        if (total > node.capacity() && anyView && !claim.isApart) {
            claim.isApart = true;
            return admit(claim);
        }
        if (total > node.capacity()) {
            claim.lacksRoom(
                    total + " bytes on memory " + node.name() + ", which has " + node.capacity(),
                    "give it smaller data, or the memory more room");
            return true;
        }
        there.forEach(Replicate::pin);
        boolean admitted = there.size() == claim.items().size();
        boolean room = admitted || needed == 0 || makeRoom(node, needed, TransferKind.FETCH);
        while (room && !admitted) {
            admitted = allocate(claim)
                    || node.dropsKept() && allocate(claim); // what is kept may lie in the way of the rest
            room = !admitted && giveUpOne(node); // the driver may have room in pieces that are too small
        }
        if (admitted) {
            claim.setPinned(true);
            conversions.begin(claim);
            return true;
        }
        there.forEach(Replicate::unpin);
        if (node.leaving) {
            claim.fail(whyLeaving(node)); // it was found to be lost just now
            return true;
        }
        if (nothingWillMakeRoom(node) && giveUpOne(node)) {
            return admit(claim); // its own data lie so that there is no gap for the others
        }
        if (nothingWillMakeRoom(node)) {
            claim.lacksRoom(
                    needed + " more bytes on memory " + node.name() + ", which has "
                            + (node.capacity() - node.used()) + " of " + node.capacity()
                            + " left, but its driver gives none",
                    "give it smaller data, or see what else takes that memory");
            return true;
        }
        return false;
    }

    private static IllegalStateException whyLeaving(Node node) {
        return node.loss() == null
                ? new IllegalStateException("the memory " + node.name() + " has left with its driver")
                : new IllegalStateException(
                        "the memory " + node.name() + " is gone: " + node.loss().getMessage(), node.loss());
    }

    /** Whether a copy lies in memory of the runtime that none of some others lies in. */
    private static boolean isFirstOfItsHost(Replicate replicate, List<Replicate> others) {
        for (Replicate other : others) {
            if (other.host() == replicate.host()) {
                return false;
            }
        }
        return replicate.host() != null;
    }

    /** Gives up the memory around the views that a claim needs, unless it needs that as well; false if it has to wait for that. */
    private boolean detach(Claim claim) {
        for (Claim.Item item : claim.items()) {
            Replicate host = item.replicate.host();
            if (!item.replicate.isView() || isNamed(claim, host) || turn(host) != NOT_DUE && letGo(host)) {
                continue;
            }
            if (host.anyTenant(tenant -> tenant.isValid() && tenant.unmovable && !isElsewhere(tenant))) {
                claim.fail(new IllegalStateException(
                        claim + " needs " + item.replicate.all.handle() + " in memory of its own, since " + host
                                + " leaves too little room, but that could not be copied elsewhere"));
            } else if (!host.anyTenant(Replicate::isBusy)) {
                save(host);
            }
            return false;
        }
        return true;
    }

    private static boolean isNamed(Claim claim, Replicate replicate) {
        for (Claim.Item item : claim.items()) {
            if (item.replicate == replicate) {
                return true;
            }
        }
        return false;
    }

    private boolean allocate(Claim claim) {
        List<Replicate> placed = new ArrayList<>();
        for (Claim.Item item : claim.items()) {
            Replicate replicate = item.replicate;
            if (replicate.isAllocated()) {
                continue;
            }
            if (!replicate.node.allocate(replicate)) {
                placed.forEach(Replicate::unpin);
                placed.forEach(replicate.node::release);
                return false;
            }
            replicate.pin();
            placed.add(replicate);
        }
        return true;
    }

    /** Frees the memory of a copy, or begins to: one that nobody needs, as long as there is one. */
    private boolean giveUpOne(Node node) {
        for (Replicate replicate : node.inOrderOfLastUse()) {
            if (isEvictable(replicate, TransferKind.FETCH) && turn(replicate) != NOT_DUE) {
                node.release(replicate);
                return true;
            }
        }
        bringHome(node, Long.MAX_VALUE, evictable(node, TransferKind.FETCH));
        return false;
    }

    private static List<Replicate> evictable(Node node, TransferKind kind) {
        List<Replicate> candidates = new ArrayList<>();
        for (Replicate replicate : node.inOrderOfLastUse()) {
            if (isEvictable(replicate, kind)) {
                candidates.add(replicate);
            }
        }
        return candidates;
    }

    private boolean nothingWillMakeRoom(Node node) {
        for (Replicate replicate : node.inOrderOfLastUse()) {
            if (replicate.anyTenant(tenant -> tenant.isBusy() || leaving.contains(tenant))) {
                return false;
            }
        }
        return !node.hasLent();
    }

    /** Has the content fetched that an admitted claim reads. */
    private void begin(Claim claim) {
        claim.missing = 1;
        if (claim.isPinned()) {
            for (Claim.Item item : claim.items()) {
                Replicate replicate = item.replicate;
                if (item.reads && !replicate.isValid() && !claim.converts(item)) {
                    claim.missing++;
                    transfers.want(replicate, TransferKind.FETCH, claim.priority(), failure -> arrived(claim, failure));
                }
            }
        }
        arrived(claim, null);
    }

    private void arrived(Claim claim, Throwable failure) {
        if (failure != null) {
            claim.fail(failure);
        }
        if (--claim.missing > 0 || mustWaitForOldContent(claim)) {
            return;
        }
        if (claim.node().loss() != null) {
            claim.fail(whyLeaving(claim.node()));
        } else if (claim.failure() != null && claim.isPinned() && Conversions.isFormGone(claim)) {
            planAnew(claim);
            return;
        }
        if (claim.failure() == null) {
            claim.makeViews();
        }
        if (claim.failure() == null && !claim.isWanted()) {
            claim.fail(new IllegalStateException(claim + " was given up")); // before anything was made invalid for it
        }
        if (claim.failure() != null) {
            unpin(claim);
            conversions.abandon(claim);
        } else {
            for (Claim.Item item : claim.items()) {
                item.replicate.node.touch(item.replicate);
                if (item.writes && !claim.converts(item)) { // else when it has been converted
                    invalidateOthers(item.replicate, claim);
                }
            }
        }
        claim.settle();
    }

    /** Takes a claim anew that was to copy a form which was lost on the way, though another one is left. */
    private void planAnew(Claim claim) {
        unpin(claim);
        conversions.abandon(claim);
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
        readOn(claim);
        letGo(claim);
    }

    /** Lets go of what a claim holds. */
    void letGo(Claim claim) {
        unpin(claim);
        conversions.abandon(claim);
    }

    /** Is told that one form of some data was made of another for a claim. */
    void converted(Claim claim, Conversion conversion) {
        conversions.ended(this, claim, conversion);
    }

    /** Makes what a claim has written known; from now on it only reads. */
    void readOn(Claim claim) {
        for (Claim.Item item : claim.items()) {
            if (item.writes) {
                item.writes = false;
                item.reads = true;
                if (!claim.isUnconverted(item)) { // else the kernel has not run, and what it was to change is as it was
                    written(item.replicate);
                }
            }
        }
    }

    private static void unpin(Claim claim) {
        if (claim.isPinned()) {
            claim.setPinned(false);
            claim.items().forEach(item -> item.replicate.unpin());
        }
    }

    /** Makes a copy that was written the only valid one. */
    void written(Replicate replicate) {
        replicate.setValid(true);
        replicate.unmovable = false;
        replicate.all.lost(replicate.node.loss());
        invalidateOthers(replicate);
        if (!replicate.isValid()) {
            return; // its device was lost after the kernel had ended
        }
        for (int id : replicate.all.writeThrough()) {
            for (Node node : nodes) {
                if (node.id() == id && node != replicate.node && !node.leaving) {
                    transfers.wish(replicate.all.on(node), TransferKind.IDLE_PREFETCH, 0, Residence::logged);
                }
            }
        }
    }

    private static void logged(Throwable failure) {
        if (failure != null && !(failure.getCause() instanceof DeviceLostException)) { // else that was reported
            LOG.log(Level.WARNING, failure.getMessage(), failure);
        }
    }

    /** Makes a copy the only one that may be valid, of any form. */
    void invalidateOthers(Replicate replicate) {
        invalidateOthers(replicate, null);
    }

    /** The same for a claim whose task is about to write the copy; null if it has been written. */
    void invalidateOthers(Replicate replicate, Claim writer) {
        invalidateOthers(replicate.all, replicate, writer);
        if (replicate.all.forms() != null) {
            for (Handle form : replicate.all.forms().all()) {
                if (form.replicates() != replicate.all) {
                    invalidateOthers(form.replicates(), replicate, writer);
                }
            }
        }
    }

    private void invalidateOthers(Replicates all, Replicate replicate, Claim writer) {
        for (Replicate copy : all.copies()) {
            if (copy != null && copy != replicate) {
                copy.setValidBefore(writer);
                transfers.giveUpLoading(copy);
            }
        }
    }

    // Room.

    /** Places a copy that is to be loaded, if there is room for a transfer of a kind; false if there is not. */
    boolean place(Replicate replicate, TransferKind kind) {
        Node node = replicate.node;
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

    /** Frees memory until so much fits; false if it has to wait for copies that come home, or there is too little. */
    private boolean makeRoom(Node node, long bytes, TransferKind kind) {
        while (!node.hasRoom(bytes)) {
            if (!giveUpSome(node, bytes, kind)) {
                if (kind == TransferKind.FETCH) {
                    bringHome(node, bytes, evictable(node, kind));
                }
                return false;
            }
        }
        return true;
    }

    /**
     * Gives up copies that nobody needs until so much fits or there are no more: looks at each once, and remembers no more of them
     * than may be needed.
     */
    private boolean giveUpSome(Node node, long bytes, TransferKind kind) {
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
                node.release(replicate);
                any = true;
            }
        }
        return any;
    }

    /** When a copy is given up: those without value first, then those that won't be used, then others that are valid elsewhere. */
    private int turn(Replicate host) {
        int turn = 0;
        for (Replicate tenant : host.tenants()) {
            if (tenant.isValid()) {
                if (!isElsewhere(tenant)) {
                    return NOT_DUE;
                }
                turn = Math.max(turn, tenant.wontBeUsed ? 1 : 2);
            }
        }
        return turn;
    }

    /** Whether what a valid copy contains is not lost with it. */
    boolean isElsewhere(Replicate replicate) {
        return replicate.all.isValidBeside(replicate)
                || replicate.all.origin() != null && views.inherit(replicate.all.on(main));
    }

    private static boolean isEvictable(Replicate host, TransferKind kind) {
        return !host.anyTenant(Replicate::isBusy)
                && (kind == TransferKind.FETCH || !host.anyTenant(Replicate::isExpected));
    }

    /** Has the only valid copies brought home that have to go, as many as are needed. */
    private void bringHome(Node node, long bytes, List<Replicate> candidates) {
        long coming = comingHome(node);
        for (Replicate host : candidates) {
            if (node.hasRoom(bytes - coming)) {
                return;
            }
            if (host.isAllocated() && !host.anyTenant(leaving::contains)) {
                save(host);
                coming += host.anyTenant(leaving::contains) ? host.bytes() : 0;
            }
        }
    }

    /** How much memory gets free when those copies are home that are on their way. */
    private long comingHome(Node node) {
        List<Replicate> hosts = new ArrayList<>(leaving.size());
        long bytes = 0;
        for (Replicate replicate : leaving) {
            Replicate host = replicate.isView() ? replicate.host() : replicate;
            if (replicate.node == node && !hosts.contains(host)) {
                hosts.add(host);
                bytes += host.bytes();
            }
        }
        return bytes;
    }

    /** Has brought home what is valid only in a copy's memory, unless that is known to be impossible. */
    private void save(Replicate host) {
        if (host.anyTenant(tenant -> tenant.isValid() && tenant.unmovable && !isElsewhere(tenant))) {
            return;
        }
        for (Replicate tenant : host.tenants()) {
            if (mustBeBroughtHome(tenant)) {
                bringHomeOnce(tenant, failure -> {});
            }
        }
    }

    /** Whether a copy is the only valid one, and not home as soon as a whole is that is brought home as well. */
    private boolean mustBeBroughtHome(Replicate tenant) {
        if (!tenant.isValid() || isElsewhere(tenant)) {
            return false;
        }
        Replicate whole = Views.around(tenant);
        return whole == null || !whole.isValid() || whole.unmovable || isElsewhere(whole);
    }

    private void bringHomeOnce(Replicate replicate, Consumer<Throwable> whenFailed) {
        if (leaving.contains(replicate)) {
            return;
        }
        leaving.add(replicate);
        bringHome(replicate, failure -> {
            leaving.remove(replicate);
            replicate.unmovable = failure != null;
            logged(failure);
            if (failure != null) {
                whenFailed.accept(failure);
            }
        });
    }

    /** Has what a copy's memory contains brought home whose node leaves, if it is nowhere else; false if it has not been yet. */
    boolean isSaved(Replicate host) {
        boolean saved = true;
        for (Replicate tenant : host.tenants()) {
            saved &= isTenantSaved(tenant);
        }
        return saved;
    }

    private boolean isTenantSaved(Replicate replicate) {
        if (!replicate.isValid() || isElsewhere(replicate)) {
            return true;
        }
        if (replicate.unmovable) {
            if (replicate.all.lost == null) {
                replicate.all.lost = new IllegalStateException("the memory " + replicate.node + " has left with them");
            }
            return true;
        }
        if (mustBeBroughtHome(replicate)) {
            bringHomeOnce(replicate, failure -> replicate.all.lost = failure);
        }
        return replicate.unmovable || isElsewhere(replicate);
    }

    /** Has main memory's copy made valid. */
    void bringHome(Replicate replicate, Consumer<Throwable> waiter) {
        Replicate home = replicate.all.on(main);
        if (!home.isAllocated() && !main.allocate(home)) {
            waiter.accept(new IllegalStateException("there is no main memory for " + replicate.all.handle()));
            return;
        }
        transfers.wish(home, TransferKind.FETCH, Integer.MAX_VALUE, waiter);
    }

    /** Has main memory's copies made valid of what is valid only in a copy's memory. */
    void bringHomeAll(Replicate host, Consumer<Throwable> waiter) {
        Meeting home = new Meeting(waiter);
        for (Replicate tenant : host.tenants()) {
            if (mustBeBroughtHome(tenant)) {
                bringHome(tenant, home.withOneMore());
            }
        }
        home.accept(null);
    }

    /**
     * Gives up a copy and the views in it; false if somebody needs them now, or a view is valid nowhere else. Whether the copy itself
     * is, the caller knows.
     */
    boolean giveUp(Replicate replicate) {
        for (Replicate tenant : replicate.tenants()) {
            if (tenant != replicate && tenant.isValid() && !isElsewhere(tenant)) {
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
