package org.asterism.policy.graph.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.asterism.api.Task;
import org.asterism.spi.concurrent.SpinLock;

/**
 * Tasks that were submitted since the last ranking. Ended tasks are removed now and then, so that they are rarely more
 * than half of the content.
 *
 * <p><b>Threads.</b> Any; one lock, held for a few instructions.
 */
final class Submitted {
    private static final int CHUNK = 4096;

    private final SpinLock lock = new SpinLock();
    private final ConcurrentLinkedQueue<Task[]> full = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean tidying = new AtomicBoolean();
    private Task[] chunk = new Task[CHUNK];
    private int size;
    private long count;
    private volatile int chunks;
    private volatile int tidyAt = 2;

    void add(Task task) {
        Task[] filled = null;
        lock.lock();
        try {
            chunk[size++] = task;
            count++;
            if (size == CHUNK) {
                filled = chunk;
                chunk = new Task[CHUNK];
                size = 0;
                chunks++;
            }
        } finally {
            lock.unlock();
        }
        if (filled != null) {
            full.add(filled);
            if (chunks >= tidyAt) {
                tidy();
            }
        }
    }

    /** Removes all tasks, and returns those that have not ended. */
    List<Task> take() {
        Task[] last;
        lock.lock();
        try {
            last = chunk;
            chunk = new Task[CHUNK];
            size = 0;
            count = 0;
            chunks = 0;
        } finally {
            lock.unlock();
        }
        List<Task> taken = new ArrayList<>();
        for (Task[] tasks = full.poll(); tasks != null; tasks = full.poll()) {
            addLiving(tasks, taken);
        }
        addLiving(last, taken);
        return taken;
    }

    /** Returns how many tasks were submitted since the last ranking, without those that are known to have ended. */
    long count() {
        lock.lock();
        try {
            return count;
        } finally {
            lock.unlock();
        }
    }

    private static void addLiving(Task[] tasks, List<Task> living) {
        for (Task task : tasks) {
            if (task != null && !task.state().isFinal()) {
                living.add(task);
            }
        }
    }

    /** Removes tasks that have ended. The next run waits until the size has doubled. */
    private void tidy() {
        if (!tidying.compareAndSet(false, true)) {
            return;
        }
        try {
            int before = 0;
            List<Task> living = new ArrayList<>();
            for (Task[] tasks = full.poll(); tasks != null; tasks = full.poll()) {
                addLiving(tasks, living);
                before++;
            }
            int after = (living.size() + CHUNK - 1) / CHUNK;
            for (int index = 0; index < after; index++) {
                List<Task> part = living.subList(index * CHUNK, Math.min(living.size(), (index + 1) * CHUNK));
                full.add(part.toArray(new Task[0]));
            }
            lock.lock();
            try {
                chunks = Math.max(0, chunks - before + after);
                count = Math.max(0, count - ((long) before * CHUNK - living.size()));
                tidyAt = 2 * (after + 1);
            } finally {
                lock.unlock();
            }
        } finally {
            tidying.set(false);
        }
    }
}
