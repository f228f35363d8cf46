package org.asterism.core.internal.context;

import java.util.ArrayList;
import java.util.List;
import org.asterism.api.TaskState;
import org.asterism.core.internal.task.Job;
import org.asterism.spi.policy.SpinLock;

/** Where tasks wait that became ready while their context's gate was closed; in the order of their arrival. */
final class ParkedTasks {
    private final SpinLock lock = new SpinLock();
    private List<Job> jobs = new ArrayList<>();
    private volatile boolean left;

    /** Parks a task, unless the gate was opened meanwhile or tasks wait elsewhere. */
    boolean park(Job job, Gate gate) {
        lock.lock();
        try {
            if (left || gate.isOpen()) {
                return false;
            }
            jobs.add(job);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Puts tasks before those that are parked. */
    void putFirst(List<Job> earlier) {
        lock.lock();
        try {
            List<Job> all = new ArrayList<>(earlier);
            all.addAll(jobs);
            jobs = all;
        } finally {
            lock.unlock();
        }
    }

    /** Takes all tasks; if there are none, opens the gate: from then on nobody parks. */
    List<Job> takeAllOrOpen(Gate gate) {
        return takeAll(gate::open);
    }

    /** Takes all tasks; if there are none, nobody parks here any more. */
    List<Job> takeAllOrLeave() {
        return takeAll(() -> left = true);
    }

    /** Takes all tasks. */
    List<Job> takeAll() {
        return takeAll(() -> {});
    }

    private List<Job> takeAll(Runnable ifNone) {
        lock.lock();
        try {
            List<Job> taken = jobs;
            jobs = new ArrayList<>();
            if (taken.isEmpty()) {
                ifNone.run();
            }
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** Whether tasks wait elsewhere from now on. */
    boolean isLeft() {
        return left;
    }

    /** Whether there is a task that was not called off meanwhile. */
    boolean hasReady() {
        lock.lock();
        try {
            return jobs.stream().anyMatch(job -> job.state() == TaskState.READY);
        } finally {
            lock.unlock();
        }
    }

    /** The tasks that are parked now. */
    List<Job> snapshot() {
        lock.lock();
        try {
            return List.copyOf(jobs);
        } finally {
            lock.unlock();
        }
    }
}
