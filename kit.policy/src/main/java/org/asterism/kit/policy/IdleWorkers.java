package org.asterism.kit.policy;

import java.util.Arrays;
import org.asterism.api.Worker;
import org.asterism.spi.concurrent.SpinLock;
import org.asterism.spi.policy.PolicyContext;

/**
 * Set of the workers whose last {@code pop} found nothing. It serves policies in which not every worker may take every
 * task that it can execute. Such a policy must itself choose the worker to {@link PolicyContext#wake wake}. Adding and
 * removing take constant time.
 *
 * <p>A worker whose {@code pop} finds nothing must add itself before its last search, and remove itself when it finds a
 * task later. A pushing thread must look here after its task can be popped. Both threads need a full fence
 * ({@link java.lang.invoke.VarHandle#fullFence}): the worker between adding itself and its last search, the pushing
 * thread between adding the task and {@link #wakeOne}. Then at least one of them notices the other.
 *
 * <p><b>Threads.</b> Any; one lock, held for a few instructions. {@link #count} and {@link #contains} take no lock.
 */
public final class IdleWorkers {
    private final SpinLock lock = new SpinLock();
    private Worker[] idle = new Worker[8];
    private volatile int count;

    /** By worker id: the worker's index in the array plus one, or 0 if it is not in the set. */
    private volatile int[] places = new int[8];

    /** Creates an empty set. */
    public IdleWorkers() {}

    /**
     * Returns the number of workers in the set.
     *
     * @return the number at some moment during the call
     */
    public int count() {
        return count;
    }

    /**
     * Whether a worker is in the set.
     *
     * @param worker any worker
     * @return the answer at some moment during the call
     */
    public boolean contains(Worker worker) {
        int[] all = places;
        return worker.id() < all.length && all[worker.id()] > 0;
    }

    /**
     * Adds a worker, if it is not in the set.
     *
     * @param worker worker that found no task
     */
    public void add(Worker worker) {
        int id = worker.id();
        lock.lock();
        try {
            if (id >= places.length) {
                places = Arrays.copyOf(places, Math.max(id + 1, 2 * places.length));
            }
            if (places[id] > 0) {
                return;
            }
            if (count == idle.length) {
                idle = Arrays.copyOf(idle, 2 * count);
            }
            idle[count] = worker;
            places[id] = count + 1;
            count = count + 1;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Removes a worker, if it is in the set.
     *
     * @param worker worker that found a task
     */
    public void remove(Worker worker) {
        lock.lock();
        try {
            if (worker.id() < places.length && places[worker.id()] > 0) {
                remove(places[worker.id()] - 1);
            }
        } finally {
            lock.unlock();
        }
    }

    private Worker remove(int place) {
        int last = count - 1;
        Worker removed = idle[place];
        idle[place] = idle[last];
        places[idle[place].id()] = place + 1;
        places[removed.id()] = 0;
        idle[last] = null;
        count = last;
        return removed;
    }

    /**
     * Removes the worker that was added last.
     *
     * @return the worker, or null if the set is empty
     */
    public Worker poll() {
        if (count == 0) {
            return null;
        }
        lock.lock();
        try {
            return count == 0 ? null : remove(count - 1);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Removes workers until one of them was asleep and is woken. Workers that are awake search again before they sleep.
     *
     * @param context context of the workers
     * @return whether a worker was woken
     */
    public boolean wakeOne(PolicyContext context) {
        for (Worker worker = poll(); worker != null; worker = poll()) {
            if (context.wake(worker)) {
                return true;
            }
        }
        return false;
    }

    /** Removes all workers. */
    public void clear() {
        while (poll() != null) {
            // remove one after the other
        }
    }
}
