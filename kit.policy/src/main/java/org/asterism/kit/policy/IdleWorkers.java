package org.asterism.kit.policy;

import java.util.Arrays;
import org.asterism.api.Worker;
import org.asterism.spi.concurrent.SpinLock;
import org.asterism.spi.policy.PolicyContext;

/**
 * The workers that found nothing to do when they asked last: for policies that do not let every worker take every task
 * that it can execute, and so must choose themselves whom to {@link PolicyContext#wake wake}. Each worker is in once;
 * entering and leaving cost the same however many there are.
 *
 * <p>A worker whose {@code pop} finds nothing must enter before it looks for the last time, and leave when it finds
 * something later. Who pushes must look here after its task can be popped. With a full fence on both sides
 * ({@link java.lang.invoke.VarHandle#fullFence}), between entering and the last look, and between adding the task and
 * {@link #wakeOne}, one of the two notices the other.
 *
 * <p><b>Threads.</b> Any; one lock, held over a few instructions. {@link #count} and {@link #contains} do without.
 */
public final class IdleWorkers {
    private final SpinLock lock = new SpinLock();
    private Worker[] idle = new Worker[8];
    private volatile int count;

    /** Where each worker is in the array, and one more, by its id; 0 if it is not. */
    private volatile int[] places = new int[8];

    /** Makes an empty set. */
    public IdleWorkers() {}

    /**
     * How many there are.
     *
     * @return as of some moment during the call
     */
    public int count() {
        return count;
    }

    /**
     * Whether a worker is in.
     *
     * @param worker any worker
     * @return the answer at some moment during the call
     */
    public boolean contains(Worker worker) {
        int[] all = places;
        return worker.id() < all.length && all[worker.id()] > 0;
    }

    /**
     * Lets a worker enter, if it is not in.
     *
     * @param worker found nothing
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
     * Lets a worker leave, if it is in.
     *
     * @param worker found something
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
     * Takes the worker out that entered last.
     *
     * @return null if there is none
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
     * Takes workers out until one of them slept and is woken. Those that do not sleep will ask again before they do.
     *
     * @param context of the workers
     * @return false if none was left
     */
    public boolean wakeOne(PolicyContext context) {
        for (Worker worker = poll(); worker != null; worker = poll()) {
            if (context.wake(worker)) {
                return true;
            }
        }
        return false;
    }

    /** Takes all out. */
    public void clear() {
        while (poll() != null) {
            // one after the other
        }
    }
}
