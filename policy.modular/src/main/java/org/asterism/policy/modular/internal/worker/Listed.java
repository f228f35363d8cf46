package org.asterism.policy.modular.internal.worker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.asterism.api.Task;
import org.asterism.spi.concurrent.SpinLock;

/**
 * Tasks that were pushed to one worker, in the order of their pushes, with the sum of their expected times.
 * Thread-safe.
 *
 * <p>It is a ring under a lock. Adding and taking hold the lock; the check for an empty ring does not.
 */
final class Listed extends SpinLock {
    private static final VarHandle SIZE;
    private static final VarHandle NANOS;

    static {
        try {
            SIZE = MethodHandles.lookup().findVarHandle(Listed.class, "size", int.class);
            NANOS = MethodHandles.lookup().findVarHandle(Listed.class, "nanos", double.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private Task[] ring = new Task[16];
    private float[] lengths = new float[16];
    private int first;
    private int size;
    private double nanos;

    boolean isEmpty() {
        return size() == 0;
    }

    int size() {
        return (int) SIZE.getAcquire(this);
    }

    /** Returns the expected time of all tasks together, including data transfers that do not overlap with tasks. */
    long nanos() {
        return (long) (double) NANOS.getOpaque(this);
    }

    void add(Task task, float length) {
        lock();
        try {
            if (size == ring.length) {
                grow();
            }
            int place = (first + size) & (ring.length - 1);
            ring[place] = task;
            lengths[place] = length;
            NANOS.setOpaque(this, nanos + length);
            SIZE.setRelease(this, size + 1);
        } finally {
            unlock();
        }
    }

    private void grow() {
        Task[] moreTasks = new Task[2 * ring.length];
        float[] moreLengths = new float[moreTasks.length];
        for (int index = 0; index < size; index++) {
            int place = (first + index) & (ring.length - 1);
            moreTasks[index] = ring[place];
            moreLengths[index] = lengths[place];
        }
        ring = moreTasks;
        lengths = moreLengths;
        first = 0;
    }

    /** Takes the first task, or returns null. */
    Task take() {
        if (isEmpty()) {
            return null;
        }
        lock();
        try {
            if (size == 0) {
                return null;
            }
            Task task = ring[first];
            ring[first] = null;
            NANOS.setOpaque(this, size == 1 ? 0 : nanos - lengths[first]);
            first = (first + 1) & (ring.length - 1);
            SIZE.setRelease(this, size - 1);
            return task;
        } finally {
            unlock();
        }
    }

    /** Returns the restricted tasks in the list. */
    List<Task> restricted() {
        if (isEmpty()) {
            return List.of();
        }
        List<Task> found = new ArrayList<>();
        lock();
        try {
            for (int index = 0; index < size; index++) {
                Task task = ring[(first + index) & (ring.length - 1)];
                if (task.isRestricted()) {
                    found.add(task);
                }
            }
        } finally {
            unlock();
        }
        return found;
    }

    /** Removes the given task, and returns whether it was still there. */
    boolean remove(Task task) {
        lock();
        try {
            int mask = ring.length - 1;
            for (int index = 0; index < size; index++) {
                int place = (first + index) & mask;
                if (ring[place] == task) {
                    NANOS.setOpaque(this, size == 1 ? 0 : nanos - lengths[place]);
                    for (int later = index + 1; later < size; later++) {
                        ring[(first + later - 1) & mask] = ring[(first + later) & mask];
                        lengths[(first + later - 1) & mask] = lengths[(first + later) & mask];
                    }
                    ring[(first + size - 1) & mask] = null;
                    SIZE.setRelease(this, size - 1);
                    return true;
                }
            }
            return false;
        } finally {
            unlock();
        }
    }

    void takeAll(Consumer<? super Task> sink) {
        for (Task task = take(); task != null; task = take()) {
            sink.accept(task);
        }
    }
}
