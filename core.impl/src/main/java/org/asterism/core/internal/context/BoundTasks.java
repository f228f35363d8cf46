package org.asterism.core.internal.context;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import org.asterism.api.TaskState;
import org.asterism.api.WorkerState;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Progress;
import org.asterism.spi.concurrent.SpinLock;

/**
 * The tasks that programs have bound to one worker. Policies do not see them.
 *
 * <p>Numbered tasks run strictly in the order of their numbers and before the others, which run by priority. They stay
 * here, whatever happens to policies, contexts and the worker. The list may contain tasks of contexts that the worker
 * has left since.
 *
 * <p>A number is in use from when a task gets it until the task runs or ends without running. After that the number
 * counts as passed, so a task that fails or is called off leaves no gap.
 *
 * <p><b>Threads.</b> Any; one lock, held over a few instructions. {@link #isEmpty} takes no lock: see
 * {@link PolicyView} for how a thread that adds a task and a worker that falls asleep notice each other.
 */
public final class BoundTasks {
    /** A ready task. */
    private record Ready(Job job, long number, long stamp) {}

    private final ContextWorker worker;
    private final SpinLock lock = new SpinLock();
    private final Map<Long, Job> numbered = new HashMap<>();
    private final Set<Long> passed = new HashSet<>();
    private final PriorityQueue<Ready> inOrder =
            new PriorityQueue<>(Comparator.comparingLong(Ready::number).thenComparingLong(Ready::stamp));
    private final PriorityQueue<Ready> byPriority = new PriorityQueue<>(
            Comparator.<Ready>comparingInt(ready -> ready.job().priority())
                    .reversed()
                    .thenComparingLong(Ready::stamp));
    private long next = 1;
    private long stamp;
    private volatile int size;

    /** The task that the worker has taken last, so that it can be found before the worker shows it; or null. */
    private Job taken;

    public BoundTasks(ContextWorker worker) {
        this.worker = worker;
    }

    /** Gives a number to a task. */
    void reserve(Job job, long number) {
        String refusal = null;
        lock.lock();
        try {
            if (number < next || passed.contains(number)) {
                refusal = "has passed: the next is " + next;
            } else if (numbered.containsKey(number)) {
                refusal = "was given to " + numbered.get(number);
            } else {
                numbered.put(number, job);
            }
        } finally {
            lock.unlock();
        }
        if (refusal != null) {
            throw new IllegalArgumentException(
                    job + ": number " + number + " on " + worker.name() + " " + refusal + "; give each number once");
        }
    }

    /** Takes a number back from a task that will not run as such. */
    void giveBack(Job job, long number) {
        lock.lock();
        try {
            numbered.remove(number, job);
        } finally {
            lock.unlock();
        }
    }

    /** Is told that a task has ended; if it has not run, says whether the worker may go on because of it. */
    boolean pass(Job job, long number) {
        lock.lock();
        try {
            if (!numbered.remove(number, job)) {
                return false; // it ran
            }
            passed.add(number);
            goOn();
            return !inOrder.isEmpty() && inOrder.peek().number() <= next;
        } finally {
            lock.unlock();
        }
    }

    private void goOn() {
        while (passed.remove(next)) {
            next++;
        }
    }

    void add(Job job, long number) {
        lock.lock();
        try {
            (number > 0 ? inOrder : byPriority).add(new Ready(job, number, stamp++));
            size++;
        } finally {
            lock.unlock();
        }
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Takes the task whose turn it is, or null. It is SCHEDULED then, and the worker's own. */
    Job take() {
        lock.lock();
        try {
            // A task whose number has passed is one that runs again.
            while (!inOrder.isEmpty() && inOrder.peek().number() <= next) {
                Ready ready = inOrder.remove();
                size--;
                if (ready.number() == next) {
                    numbered.remove(next);
                    passed.add(next);
                    goOn();
                }
                if (claim(ready.job())) {
                    return ready.job();
                }
            }
            while (!byPriority.isEmpty()) {
                Job job = byPriority.remove().job();
                size--;
                if (claim(job)) {
                    return job;
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    private boolean claim(Job job) {
        boolean isOurs = Progress.advance(job, TaskState.READY, TaskState.SCHEDULED);
        if (isOurs) {
            taken = job;
        } else {
            job.markGone();
        }
        return isOurs;
    }

    /** The ready tasks of a context, in no order. */
    List<Job> of(ContextTasks tasks) {
        List<Job> jobs = new ArrayList<>();
        lock.lock();
        try {
            for (PriorityQueue<Ready> queue : List.of(inOrder, byPriority)) {
                for (Ready ready : queue) {
                    if (tasks.has(ready.job()) && ready.job().state() == TaskState.READY) {
                        jobs.add(ready.job());
                    }
                }
            }
        } finally {
            lock.unlock();
        }
        return jobs;
    }

    /** Returns the task that the worker has taken last, if it is one of the context and was not begun. */
    Optional<Job> taken(ContextTasks tasks) {
        lock.lock();
        try {
            return Optional.ofNullable(taken).filter(job -> tasks.has(job) && job.state() == TaskState.SCHEDULED);
        } finally {
            lock.unlock();
        }
    }

    /** Lets go of tasks that were called off while they waited here, and of the last one if it has ended. */
    void tidy() {
        lock.lock();
        try {
            if (taken != null && taken.state().isFinal()) {
                taken = null;
            }
            inOrder.removeIf(ready -> ready.job().state().isFinal());
            byPriority.removeIf(ready -> ready.job().state().isFinal());
            size = inOrder.size() + byPriority.size();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the obstacle of a ready task, in words. */
    String obstacleOf(Job job, long number) {
        if (worker.state() == WorkerState.STOPPED) {
            return "its worker " + worker.name() + ", which has left";
        }
        long due;
        Job holder;
        lock.lock();
        try {
            due = next;
            holder = numbered.get(next);
        } finally {
            lock.unlock();
        }
        if (number <= due) {
            return "its worker " + worker.name();
        }
        String missing = "number " + due + " on " + worker.name();
        if (holder == null) {
            return missing + ", which no task was given";
        }
        return missing + ", "
                + switch (holder.state()) {
                    case CREATED -> "which nobody has submitted: " + holder;
                    case SUBMITTED -> holder + ", which waits for others";
                    default -> holder.toString();
                };
    }
}
