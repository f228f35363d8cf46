package org.asterism.kit.component;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.stream.Stream;
import org.asterism.spi.concurrent.SpinLock;

/**
 * Account of the tasks in one or several stores: their number, their expected time, and whether there is room for
 * another task. A task that is taken out to be offered stays in the account until it is accepted.
 *
 * <p><b>Threads.</b> Any number. The number and the expected time change under the lock, and are also read without it.
 */
final class StorageAccounts {
    /** Result of a request for room. */
    enum Room {
        NONE,
        GIVEN,
        /** The task exceeds the allowed time of all tasks together, but is accepted because it is the only one. */
        GIVEN_TO_LONG_TASK
    }

    private static final VarHandle TASKS;
    private static final VarHandle NANOS;

    static {
        try {
            TASKS = MethodHandles.lookup().findVarHandle(StorageAccounts.class, "tasks", int.class);
            NANOS = MethodHandles.lookup().findVarHandle(StorageAccounts.class, "nanos", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final SpinLock lock = new SpinLock();
    private final int mostTasks;
    private final long mostNanos;
    private volatile StorageComponent[] sharers = {};
    private int tasks;
    private long nanos;

    StorageAccounts(StorageSettings settings) {
        mostTasks = settings.tasks() == 0 ? Integer.MAX_VALUE : settings.tasks();
        mostNanos = settings.nanos() == 0 ? Long.MAX_VALUE : settings.nanos();
    }

    /**
     * Whether there is room for a task of this length; without the lock, so only a hint. A thread that makes room sees
     * that, and reports it or wakes a worker, which looks again after a fence.
     */
    boolean hasRoom(long length) {
        return room(length, (int) TASKS.getOpaque(this), nanos()) != Room.NONE;
    }

    private Room room(long length, int kept, long expected) {
        if (kept >= mostTasks) {
            return Room.NONE;
        }
        if (expected + length < mostNanos) {
            return Room.GIVEN;
        }
        return kept == 0 ? Room.GIVEN_TO_LONG_TASK : Room.NONE;
    }

    /** Adds a task if there is room for it. */
    Room add(long length, long transfer) {
        lock.lock();
        Room room = room(length, tasks, nanos);
        if (room != Room.NONE) {
            publish(tasks + 1, nanos + length + transfer);
        }
        lock.unlock();
        return room;
    }

    /** Removes a task. */
    void remove(long length) {
        lock.lock();
        // Reset the sum when no task is left, because predictions on tasks may have changed since they were added.
        publish(tasks - 1, tasks == 1 ? 0 : Math.max(0, nanos - length));
        lock.unlock();
    }

    /** Corrects the sum after the expected time of a stored task changed. */
    void adjust(long difference) {
        if (difference != 0) {
            lock.lock();
            publish(tasks, Math.max(0, nanos + difference));
            lock.unlock();
        }
    }

    /** Registers a component that shares this account; repeated calls have no effect. */
    void join(StorageComponent component) {
        lock.lock();
        sharers = Stream.concat(Arrays.stream(sharers), Stream.of(component))
                .distinct()
                .toArray(StorageComponent[]::new);
        lock.unlock();
    }

    void leave(StorageComponent component) {
        lock.lock();
        sharers = Arrays.stream(sharers).filter(other -> other != component).toArray(StorageComponent[]::new);
        lock.unlock();
    }

    /** Returns the components that share this account. Callers must not modify the array. */
    StorageComponent[] sharers() {
        return sharers;
    }

    private void publish(int kept, long expected) {
        TASKS.setOpaque(this, kept);
        NANOS.setOpaque(this, expected);
    }

    long nanos() {
        return (long) NANOS.getOpaque(this);
    }
}
