package org.asterism.policy.modular.internal.policy;

import java.util.ArrayList;
import java.util.List;
import org.asterism.api.Task;
import org.asterism.spi.concurrent.SpinLock;

/** Tasks that no worker of a tree can execute now. Thread-safe. */
final class Aside {
    private final SpinLock lock = new SpinLock();
    private List<Task> tasks = new ArrayList<>();
    private volatile int restricted;
    private volatile int size;

    void add(Task task) {
        boolean isRestricted = task.isRestricted();
        lock.lock();
        try {
            tasks.add(task);
            restricted += isRestricted ? 1 : 0;
            size = tasks.size();
        } finally {
            lock.unlock();
        }
    }

    int size() {
        return size;
    }

    int restricted() {
        return restricted;
    }

    List<Task> takeAll() {
        List<Task> fresh = new ArrayList<>();
        lock.lock();
        try {
            List<Task> taken = tasks;
            tasks = fresh;
            size = 0;
            restricted = 0;
            return taken;
        } finally {
            lock.unlock();
        }
    }
}
