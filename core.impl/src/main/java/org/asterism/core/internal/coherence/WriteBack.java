package org.asterism.core.internal.coherence;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.asterism.api.data.TransferKind;

/**
 * Copies data that are valid only away from their home node back to it, so that their memory elsewhere can be released.
 *
 * <p>Each copy is brought once at a time. A copy that its driver could not transfer stays where it is.
 *
 * <p>Only commands of the {@link Traffic} use it.
 */
final class WriteBack {
    private final NodeMemory main;
    private final Views views;
    private Transfers transfers;
    private Lineage lineage;

    /** Copies that are brought home so that others can take their room. */
    private final List<Replicate> leaving = new ArrayList<>();

    WriteBack(NodeMemory main, Views views) {
        this.main = main;
        this.views = views;
    }

    void connect(Transfers given, Lineage known) {
        transfers = given;
        lineage = known;
    }

    /** Whether a copy is being brought home so that its memory can be given up. */
    boolean isBringing(Replicate replicate) {
        return leaving.contains(replicate);
    }

    /** Whether what a valid copy contains is not lost with it. */
    boolean isElsewhere(Replicate replicate) {
        return replicate.all.isValidBeside(replicate)
                || replicate.all.origin() != null && views.inherit(replicate.all.on(main));
    }

    /** Writes back as many of the only valid copies as are needed. */
    void bringHome(NodeMemory node, long bytes, List<Replicate> candidates) {
        long coming = comingHome(node);
        for (Replicate host : candidates) {
            if (node.hasRoom(bytes - coming)) {
                return;
            }
            if (host.isAllocated() && !host.anyTenant(this::isBringing)) {
                save(host);
                coming += host.anyTenant(this::isBringing) ? host.bytes() : 0;
            }
        }
    }

    /** Returns the amount of memory that becomes free when the copies that are on their way home have arrived. */
    private long comingHome(NodeMemory node) {
        return leaving.stream()
                .filter(replicate -> replicate.node == node)
                .map(replicate -> replicate.isView() ? replicate.host() : replicate)
                .distinct()
                .mapToLong(Replicate::bytes)
                .sum();
    }

    /** Writes back the content that is valid only in a copy's memory, unless that is known to be impossible. */
    void save(Replicate host) {
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
        if (isBringing(replicate)) {
            return;
        }
        leaving.add(replicate);
        bringHome(replicate, failure -> {
            leaving.remove(replicate);
            replicate.unmovable = failure != null;
            Transfers.logged(failure);
            if (failure != null) {
                whenFailed.accept(failure);
            }
        });
    }

    /**
     * Writes back the content of a copy whose node leaves, if it is nowhere else. Returns false if it is not written
     * back yet.
     */
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
        if (!replicate.unmovable && mustBeBroughtHome(replicate)) {
            bringHomeOnce(replicate, failure -> replicate.all.lost = failure);
        }
        if (!replicate.unmovable) {
            return isElsewhere(replicate);
        }
        if (!isComputedAgain(replicate) && replicate.all.lost == null) {
            replicate.all.lost = new IllegalStateException("the memory " + replicate.node + " has left with them");
        }
        return true;
    }

    /** Gives up a copy that cannot be brought home if its content can be computed again; false if it cannot. */
    private boolean isComputedAgain(Replicate replicate) {
        History history = replicate.all.history;
        if (history == null || history.writer() != null || !lineage.takes(replicate.all)) {
            return false;
        }
        replicate.setValid(false);
        return true;
    }

    /** Makes main memory's copy valid. */
    void bringHome(Replicate replicate, Consumer<Throwable> waiter) {
        Replicate home = replicate.all.on(main);
        if (!home.isAllocated() && !main.allocate(home)) {
            waiter.accept(new IllegalStateException("there is no main memory for " + replicate.all.handle()));
            return;
        }
        transfers.wish(home, TransferKind.FETCH, Integer.MAX_VALUE, waiter);
    }

    /** Makes main memory's copies valid for content that is valid only in a copy's memory. */
    void bringHomeAll(Replicate host, Consumer<Throwable> waiter) {
        Meeting home = new Meeting(waiter);
        for (Replicate tenant : host.tenants()) {
            if (mustBeBroughtHome(tenant)) {
                bringHome(tenant, home.withOneMore());
            }
        }
        home.accept(null);
    }
}
