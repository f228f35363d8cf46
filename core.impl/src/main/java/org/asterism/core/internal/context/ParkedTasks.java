package org.asterism.core.internal.context;

import java.util.ArrayList;
import java.util.List;
import org.asterism.api.TaskState;
import org.asterism.core.internal.task.Job;

/** Tasks that became ready while their context's gate was closed, in the order of their arrival. */
final class ParkedTasks {
    private List<Job> jobs = new ArrayList<>();
    private volatile boolean left;

    /** Parks a task, unless the gate was opened meanwhile or tasks wait elsewhere. */
    synchronized boolean park(Job job, Gate gate) {
        if (left || gate.isOpen()) {
            return false;
        }
        jobs.add(job);
        return true;
    }

    synchronized void putFirst(List<Job> earlier) {
        List<Job> all = new ArrayList<>(earlier);
        all.addAll(jobs);
        jobs = all;
    }

    /** Takes all tasks; if there are none, opens the gate: from then on nobody parks. */
    List<Job> takeAllOrOpen(Gate gate) {
        return takeAll(gate::open);
    }

    /** Takes all tasks; if there are none, nobody parks here any more. */
    List<Job> takeAllOrLeave() {
        return takeAll(() -> left = true);
    }

    List<Job> takeAll() {
        return takeAll(() -> {});
    }

    private synchronized List<Job> takeAll(Runnable ifNone) {
        List<Job> taken = jobs;
        jobs = new ArrayList<>();
        if (taken.isEmpty()) {
            ifNone.run();
        }
        return taken;
    }

    /** Whether tasks wait elsewhere from now on. */
    boolean isLeft() {
        return left;
    }

    /** Whether there is a task that was not called off meanwhile. */
    synchronized boolean hasReady() {
        return jobs.stream().anyMatch(job -> job.state() == TaskState.READY);
    }

    synchronized List<Job> snapshot() {
        return List.copyOf(jobs);
    }
}
