package org.asterism.core.internal.coherence;

import java.util.ArrayList;
import java.util.List;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.DataView;
import org.asterism.core.internal.task.Job;

/**
 * The copy of a piece of data on one memory node: whether it is up to date, and who keeps it there. Changed in the {@link
 * Traffic}'s seat only; what others may ask is volatile.
 */
final class Replicate {
    final Replicates all;
    final Node node;

    /** Where the copy lies, or null if there is no memory for it. */
    private volatile List<Buffer> buffers;

    /** Whether the memory is the runtime's, to be given back, or the program's own. */
    private boolean owned;

    private volatile boolean valid;

    /** How kernels see it; made when it is first asked for. */
    private DataView view;

    /** How many tasks, transfers and acquisitions use it just now. */
    private int pins;

    /** The transfer that will make it valid, or null. */
    private volatile TransferRequest loading;

    /** Tasks that it was prefetched for. */
    private final List<Job> expectedBy = new ArrayList<>(0);

    /** Whose task was the first to write after the value that it has still, though it is not valid any more; or null. */
    Claim before;

    /** Whether the program has said that it will not use the data soon. */
    boolean wontBeUsed;

    /** Whether its driver could not copy it elsewhere, so that its memory cannot be had. */
    boolean unmovable;

    Replicate(Replicates all, Node node) {
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

    /** Whether its memory is the runtime's, and may be given back. */
    boolean isOwned() {
        return owned;
    }

    /** Places it in the program's own memory. */
    void placeAtHome(List<Buffer> home) {
        buffers = home;
        owned = false;
        view = null;
    }

    /** Places it in memory of the runtime. */
    void place(List<Buffer> taken) {
        buffers = taken;
        owned = true;
        view = null;
    }

    /** Lets go of its memory, which the caller gives back. */
    void displace() {
        buffers = null;
        view = null;
        valid = false;
        before = null;
        wontBeUsed = false;
        unmovable = false;
    }

    boolean isValid() {
        return valid;
    }

    /** Says whether it is up to date, which one on a lost device never is. */
    void setValid(boolean now) {
        valid = now && node.loss() == null;
        before = null;
    }

    /** Makes it invalid for a task that is about to write another copy; until something is copied here it has the value of before. */
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
