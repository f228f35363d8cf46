package org.asterism.components.modular.heteroprio.internal;

import java.util.Arrays;
import java.util.function.Consumer;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.kit.policy.TaskStore;
import org.asterism.spi.concurrent.SpinLock;
import org.asterism.spi.policy.PolicyContext;

/**
 * Tasks grouped by acceleration: how many times faster the best workers run them than the worst. Tasks with about the
 * same acceleration share a bucket and are ordered by priority there.
 *
 * <p><b>Threads.</b> Any. The lock guards the creation of buckets.
 */
final class Buckets {
    /** Accelerations whose ratio is closer to 1 than this share a bucket. */
    private static final double NEAR = 0.1;

    /** Tasks with about the same acceleration. */
    record Bucket(double acceleration, TaskStore tasks) {
        private boolean suits(double some) {
            return some >= acceleration * (1 - NEAR) && some <= acceleration * (1 + NEAR);
        }
    }

    private final PolicyContext context;
    private final SpinLock lock = new SpinLock();

    /** All buckets, the most accelerated first. The array is replaced when a bucket is added. */
    private volatile Bucket[] all = {};

    Buckets(PolicyContext context) {
        this.context = context;
    }

    void add(Task task, double acceleration) {
        of(acceleration).tasks.add(task);
    }

    private Bucket of(double acceleration) {
        Bucket known = find(all, acceleration);
        if (known != null) {
            return known;
        }
        Bucket made = new Bucket(acceleration, new TaskStore(context, Task::priority));
        lock.lock();
        try {
            Bucket[] now = all;
            known = find(now, acceleration);
            if (known != null) {
                return known;
            }
            int place = 0;
            while (place < now.length && now[place].acceleration >= acceleration) {
                place++;
            }
            Bucket[] more = Arrays.copyOf(now, now.length + 1);
            System.arraycopy(now, place, more, place + 1, now.length - place);
            more[place] = made;
            all = more;
            return made;
        } finally {
            lock.unlock();
        }
    }

    private static Bucket find(Bucket[] among, double acceleration) {
        for (Bucket bucket : among) {
            if (bucket.suits(acceleration)) {
                return bucket;
            }
        }
        return null;
    }

    /** Takes a task for a worker from the first bucket that has one. */
    Bucket firstFor(Worker worker, boolean mostAccelerated, Task[] taken) {
        Bucket[] now = all;
        for (int index = 0; index < now.length; index++) {
            Bucket bucket = now[mostAccelerated ? index : now.length - 1 - index];
            taken[0] = bucket.tasks.takeFor(worker);
            if (taken[0] != null) {
                return bucket;
            }
        }
        return null;
    }

    long size() {
        long sum = 0;
        for (Bucket bucket : all) {
            sum += bucket.tasks.size();
        }
        return sum;
    }

    void takeAll(Consumer<? super Task> sink) {
        for (Bucket bucket : all) {
            bucket.tasks.takeAll(sink);
        }
    }
}
