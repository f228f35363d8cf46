package org.asterism.core.internal.coherence;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.DataView;
import org.asterism.core.internal.task.Job;

/**
 * The copy of a piece of data on one memory node: whether it is valid, and what keeps it there. Only commands of the
 * {@link Traffic} change it; fields that other threads may read are volatile.
 */
final class Replicate {
    final Replicates all;
    final NodeMemory node;

    /** Location of the copy, or null if there is no memory for it. */
    private volatile List<Buffer> buffers;

    /**
     * The copy whose memory it lies in: itself if it has memory of the runtime of its own, that of data it was cut from
     * if it is a view; null if it lies in the program's memory, or nowhere.
     */
    private Replicate host;

    /** The views that lie within its memory; null as long as there was none. */
    private Set<Replicate> guests;

    private volatile boolean valid;

    /** View of the copy for kernels; created at the first request. */
    private DataView view;

    /** Number of tasks, transfers and acquisitions that use it now. */
    private int pins;

    /** The transfer that will make it valid, or null. */
    private volatile TransferRequest loading;

    /** Tasks that it was prefetched for. */
    private final List<Job> expectedBy = new ArrayList<>(0);

    /**
     * The claim of the task that was the first to write after this copy's value, which the copy still has although it
     * is not valid any more; or null.
     */
    Claim before;

    /** Whether the program has said that it will not use the data soon. */
    boolean wontBeUsed;

    /** Whether the parts that the data were cut into were all here when they were put together last. */
    boolean partsMeetHere;

    /**
     * Whether it could not lie within the copy of the whole when that was last tried, since the device has views begin
     * elsewhere only. A hint for those who estimate.
     */
    private volatile boolean liesApart;

    /** Whether a kernel that was given up may use its memory still, so that this is never freed. */
    boolean isKept;

    /** Whether its driver could not copy it elsewhere, so that its memory cannot be had. */
    boolean unmovable;

    Replicate(Replicates all, NodeMemory node) {
        this.all = all;
        this.node = node;
    }

    /** The memory that it takes when it has any. */
    long bytes() {
        return all.bytes();
    }

    List<Buffer> buffers() {
        return buffers;
    }

    boolean isAllocated() {
        return buffers != null;
    }

    /** Whether it has memory of the runtime of its own, which may be given back. */
    boolean isOwned() {
        return host == this;
    }

    /** Whether it lies within another copy's memory. */
    boolean isView() {
        return host != null && host != this;
    }

    /** The copy whose memory of the runtime it lies in, itself if it is no view; null if there is none. */
    Replicate host() {
        return host;
    }

    /** Returns the copies that are given up together with its memory: itself first, and the views within it. */
    List<Replicate> tenants() {
        if (guests == null) {
            return List.of(this);
        }
        List<Replicate> tenants = new ArrayList<>(1 + guests.size());
        tenants.add(this);
        tenants.addAll(guests);
        return tenants;
    }

    /** Whether any copy in its memory, itself or a view, is of some kind. */
    boolean anyTenant(Predicate<Replicate> kind) {
        if (kind.test(this)) {
            return true;
        }
        if (guests != null) {
            for (Replicate guest : guests) {
                if (kind.test(guest)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Places it in the program's own memory. */
    void placeAtHome(List<Buffer> home) {
        settle(null, home);
    }

    /** Places it in memory of the runtime. */
    void place(List<Buffer> taken) {
        settle(this, taken);
    }

    /** Notes that it cannot lie within the copy of the whole. */
    void mustLieApart() {
        liesApart = true;
    }

    /** Whether it would become a view in the copy of the whole, as far as anybody knows. */
    boolean maySeeWhole() {
        return !liesApart;
    }

    /** Places it within another copy's memory. */
    void placeWithin(Replicate given, List<Buffer> part) {
        liesApart = false;
        settle(given, part);
        if (given.guests == null) {
            given.guests = new LinkedHashSet<>();
        }
        given.guests.add(this);
    }

    private void settle(Replicate given, List<Buffer> where) {
        host = given;
        buffers = where;
        view = null;
    }

    /** Lets go of its memory, which the caller gives back, and of the views within. */
    void displace() {
        if (guests != null) {
            for (Replicate guest : List.copyOf(guests)) {
                guest.displace();
            }
        }
        if (isView()) {
            host.guests.remove(this);
        }
        if (all.history != null && node.isMain()) {
            all.history.baseIsGone();
        }
        host = null;
        buffers = null;
        view = null;
        valid = false;
        before = null;
        wontBeUsed = false;
        unmovable = false;
        isKept = false;
    }

    boolean isValid() {
        return valid;
    }

    /** Says whether it is up to date, which one on a lost device never is. */
    void setValid(boolean now) {
        valid = now && node.loss() == null;
        before = null;
    }

    /**
     * Makes it invalid for a task that is about to write another copy; until something is copied here it has the value
     * of before.
     */
    void setValidBefore(Claim claim) {
        boolean was = valid;
        setValid(false);
        before = was && buffers != null ? claim : null;
    }

    DataView view() {
        if (view == null) {
            view = all.handle().layout().view(buffers);
        }
        return view;
    }

    void pin() {
        pins++;
    }

    void unpin() {
        pins--;
    }

    boolean isPinned() {
        return pins > 0;
    }

    TransferRequest loading() {
        return loading;
    }

    /** Whether it is in use now, or something is on its way to it. */
    boolean isBusy() {
        return pins > 0 || loading != null;
    }

    void setLoading(TransferRequest request) {
        loading = request;
    }

    /** Keeps it for a task, until that has ended. */
    void expect(Job job) {
        isExpected(); // forgets those that have ended: data may be prefetched for millions of tasks
        expectedBy.add(job);
    }

    /** Whether a task that has not ended expects it here. */
    boolean isExpected() {
        expectedBy.removeIf(job -> job.state().isFinal());
        return !expectedBy.isEmpty();
    }

    @Override
    public String toString() {
        return all.handle() + " on " + node.name();
    }
}
