package org.asterism.kit.policy.placement;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.asterism.spi.concurrent.SpinLock;

/**
 * Workers that are alike: the predictions for a task are the same for each of them, so only the times at which they
 * become free differ. A decision examines the workers of a small group one by one. A large group is kept in order, so
 * that a decision takes logarithmic time in the number of workers. If a queue changes, it is only recorded in a stack
 * (Treiber's), and the next decision moves it to its new place.
 *
 * <p><b>Threads.</b> Any number. A lock guards the order. It is held while changed queues are moved and a worker is
 * chosen.
 */
final class WorkerGroup extends RunnerGroup {
    private static final VarHandle CHANGED;

    static {
        try {
            CHANGED = MethodHandles.lookup().findVarHandle(WorkerGroup.class, "changed", WorkerQueue.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    /** By id. */
    private final WorkerQueue[] members;

    private final boolean isOrdered;
    private WorkerQueue changed;

    // Guarded by the lock; made when first asked for.
    private final SpinLock lock = new SpinLock();
    private EndOrder order;

    private AheadOrder aheadOrder;
    private LeastTree loads;

    WorkerGroup(Alike alike, WorkerQueue[] members, int mostScanned) {
        super(alike, members);
        this.members = members;
        isOrdered = members.length > mostScanned;
        for (int position = 0; position < members.length; position++) {
            members[position].group = this;
            members[position].position = position;
            members[position].clearChanged();
        }
    }

    WorkerQueue[] members() {
        return members;
    }

    /** Is told of every change of a queue's, after it. */
    void changed(WorkerQueue queue) {
        if (isOrdered && queue.markChanged()) {
            WorkerQueue first;
            do {
                first = (WorkerQueue) CHANGED.getAcquire(this);
                queue.nextChanged = first;
            } while (!CHANGED.compareAndSet(this, first, queue));
        }
    }

    @Override
    Account earliest(Question question, long moment) {
        if (!isOrdered || question.prediction.isRestricted()) {
            return super.earliest(question, moment);
        }
        lock.lock();
        try {
            return members[question.ahead ? earliestAhead(question, moment) : earliestOfAll(question, moment)];
        } finally {
            lock.unlock();
        }
    }

    @Override
    long latest(Question question) {
        if (!isOrdered || !question.isOrdinary()) {
            return super.latest(question);
        }
        lock.lock();
        try {
            order(question);
            return order.latest();
        } finally {
            lock.unlock();
        }
    }

    @Override
    Account leastLoaded(Question question) {
        if (!isOrdered || !question.isOrdinary()) {
            return super.leastLoaded(question);
        }
        lock.lock();
        try {
            update(question);
            if (loads == null) {
                loads = new LeastTree(members.length);
                for (WorkerQueue queue : members) {
                    loads.set(queue.position, queue.load());
                }
            }
            return members[loads.firstNotAbove(loads.least())];
        } finally {
            lock.unlock();
        }
    }

    // With the lock.

    private int earliestOfAll(Question question, long moment) {
        order(question);
        return order.earliest(0, moment);
    }

    private int earliestAhead(Question question, long moment) {
        update(question);
        if (aheadOrder == null) {
            aheadOrder = new AheadOrder(members);
        }
        return aheadOrder.earliest(question, moment);
    }

    private void order(Question question) {
        update(question);
        if (order == null) {
            order = new EndOrder(members.length, 1, question.now);
            for (WorkerQueue queue : members) {
                order.set(queue.position, queue.start(), queue.length());
            }
        }
        order.advance(question.now);
    }

    /** Puts the queues that changed into their places. */
    private void update(Question question) {
        WorkerQueue queue = (WorkerQueue) CHANGED.getAndSet(this, null);
        while (queue != null) {
            WorkerQueue next = queue.nextChanged;
            queue.clearChanged(); // first: a change from now on is noted again
            if (order != null) {
                order.set(queue.position, queue.start(), queue.length());
            }
            if (aheadOrder != null) {
                aheadOrder.changed(queue, question.ranged);
            }
            if (loads != null) {
                loads.set(queue.position, queue.load());
            }
            queue = next;
        }
    }
}
