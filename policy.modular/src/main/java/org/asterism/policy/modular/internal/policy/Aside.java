package org.asterism.policy.modular.internal.policy;

import java.util.ArrayList;
import java.util.List;
import org.asterism.api.Task;
import org.asterism.spi.policy.SpinLock;

/** Tasks that no worker of a tree can execute now. Any thread may use it. */
final class Aside {
    private final SpinLock lock = new SpinLock();
    private List<Task> tasks = new ArrayList<>();

    void add(Task task) {
        lock.lock();
        try {
            tasks.add(task);
        } finally {
            lock.unlock();
        }
    }

    int size() {
        lock.lock();
        try {
            return tasks.size();
        } finally {
            lock.unlock();
        }
    }

    List<Task> takeAll() {
        List<Task> fresh = new ArrayList<>();
        lock.lock();
        try {
            List<Task> taken = tasks;
            tasks = fresh;
            return taken;
        } finally {
            lock.unlock();
        }
    }
}
