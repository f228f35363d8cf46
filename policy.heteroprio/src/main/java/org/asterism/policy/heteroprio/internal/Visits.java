package org.asterism.policy.heteroprio.internal;

import java.util.concurrent.locks.ReentrantLock;
import org.asterism.api.Task;

/**
 * Finds the bucket of each task, and keeps up to date the orders in which teams visit the buckets.
 *
 * <p><b>Threads.</b> Any. Orders are computed by one thread at a time.
 */
final class Visits {
    private final BucketTable buckets;
    private final Seating seating;
    private final Routes routes;
    private final Orders orders;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile boolean selective;

    Visits(BucketTable buckets, Seating seating, Routes routes, Orders orders) {
        this.buckets = buckets;
        this.seating = seating;
        this.routes = routes;
        this.orders = orders;
    }

    /** Whether some bucket is kept from slow teams at times. */
    boolean areSelective() {
        return selective;
    }

    /** The bucket of a task. A new one is on all routes when this returns. */
    Bucket bucketOf(Task task) {
        Bucket found = buckets.find(task);
        if (found != null) {
            return found;
        }
        lock.lock();
        try {
            Bucket made = buckets.make(task);
            compute();
            return made;
        } finally {
            lock.unlock();
        }
    }

    /** Computes the orders anew, unless another thread does so already. */
    void refresh() {
        if (lock.tryLock()) {
            try {
                compute();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Computes everything anew: workers or memory nodes have come or gone, and no other method of the policy runs. */
    void restart() {
        for (Team team : seating.teams()) {
            team.forgetRoutes();
        }
        routes.forget();
        compute();
    }

    private void compute() {
        selective = orders.compute(buckets.all(), seating.teams());
    }
}
