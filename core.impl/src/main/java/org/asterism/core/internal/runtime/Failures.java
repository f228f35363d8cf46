package org.asterism.core.internal.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.asterism.api.TasksFailedException;

/** What has failed since the last report. The first failures are kept whole, further ones are counted. */
final class Failures {
    private static final int MOST_KEPT = 100;

    private final ReentrantLock lock = new ReentrantLock();
    private List<Throwable> kept = new ArrayList<>();
    private long unlisted;
    private Throwable firstDependent;
    private long dependents;

    void add(Throwable failure) {
        lock.lock();
        try {
            if (kept.size() < MOST_KEPT) {
                kept.add(failure);
            } else {
                unlisted++;
            }
        } finally {
            lock.unlock();
        }
    }

    void addDependent(Throwable failure) {
        lock.lock();
        try {
            if (firstDependent == null) {
                firstDependent = failure;
            }
            dependents++;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Reports all there is, once; null if nothing has failed. If all that failed are tasks that needed one of an earlier
     * report, the first of them stands for itself: whoever waits must not take them for done.
     */
    TasksFailedException report() {
        lock.lock();
        try {
            if (kept.isEmpty()) {
                if (firstDependent == null) {
                    return null;
                }
                kept.add(firstDependent);
                dependents--;
            }
            TasksFailedException report = new TasksFailedException(kept, unlisted, dependents);
            kept = new ArrayList<>();
            unlisted = 0;
            firstDependent = null;
            dependents = 0;
            return report;
        } finally {
            lock.unlock();
        }
    }
}
