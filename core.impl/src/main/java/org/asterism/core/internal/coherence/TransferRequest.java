package org.asterism.core.internal.coherence;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.asterism.api.data.TransferKind;
import org.asterism.core.internal.observation.SafeLog;
import org.asterism.spi.driver.Transfer;

/**
 * A request to make a copy valid: queued on a link, under way, or ended.
 *
 * <p>Equal requests are merged into one, with the urgency of the most urgent of them. Only commands of the
 * {@link Traffic} use it.
 */
final class TransferRequest implements Comparable<TransferRequest> {
    private static final Logger LOG = System.getLogger(TransferRequest.class.getName());

    final Replicate to;
    private final long number;
    private TransferKind kind;
    private int priority;

    /** Link on which it is queued or under way. */
    Link link;

    /** Source of the copy; chosen when the request is queued. */
    Replicate from;

    /** The copy under way, or null while it is queued. */
    Transfer transfer;

    /** The memory in which the copy arrives if it does not at once replace what is there; null for most. */
    Staging staging;

    /** The time at which a transfer began that nobody observed then. */
    static final long UNKNOWN = Long.MIN_VALUE;

    /** Time when the copy began, or {@link #UNKNOWN}. */
    long begin = UNKNOWN;

    /** Whether somebody asks for its end, since its driver does not tell. */
    boolean isWatched;

    /** Whether what it copies is out of date. */
    private boolean voided;

    private final List<Consumer<Throwable>> waiting = new ArrayList<>(1);

    TransferRequest(Replicate to, TransferKind kind, int priority, long number) {
        this.to = to;
        this.kind = kind;
        this.priority = priority;
        this.number = number;
    }

    TransferKind kind() {
        return kind;
    }

    int priority() {
        return priority;
    }

    boolean isUnderWay() {
        return transfer != null;
    }

    /** Whether a wish is more urgent than this request. */
    boolean isLessUrgentThan(TransferKind other, int otherPriority) {
        int order = kind.compareTo(other);
        return order > 0 || order == 0 && priority < otherPriority;
    }

    /** Makes it as urgent as a wish; only while it is in no queue. */
    void raise(TransferKind other, int otherPriority) {
        kind = other;
        priority = otherPriority;
    }

    /** Adds a waiter, which is called at the end with null or with the failure. */
    void tell(Consumer<Throwable> waiter) {
        waiting.add(waiter);
    }

    /** Tells all who wait. */
    void ended(Throwable failure) {
        List<Consumer<Throwable>> told = List.copyOf(waiting);
        waiting.clear();
        for (Consumer<Throwable> waiter : told) {
            try {
                waiter.accept(failure);
            } catch (Throwable thrown) { // the other waiters are notified all the same
                SafeLog.log(LOG, Level.ERROR, "an error after the " + this, thrown);
            }
        }
    }

    /** Discards the result. */
    void makeVoid() {
        voided = true;
    }

    boolean isVoid() {
        return voided;
    }

    /** The most urgent kind first, then higher priorities, then the older request. */
    @Override
    public int compareTo(TransferRequest other) {
        int order = kind.compareTo(other.kind);
        if (order == 0) {
            order = Integer.compare(other.priority, priority);
        }
        return order != 0 ? order : Long.compare(number, other.number);
    }

    @Override
    public String toString() {
        return kind + " of " + to.all.handle() + " to " + to.node.name();
    }
}
