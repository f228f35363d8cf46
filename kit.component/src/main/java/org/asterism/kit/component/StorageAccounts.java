package org.asterism.kit.component;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.stream.Stream;
import org.asterism.spi.concurrent.SpinLock;

/**
 * How many tasks a component keeps, or several that share the account, and how long they are expected to take, and
 * whether there is room for another. A task that is taken out to be offered to somebody counts until it is accepted.
 *
 * <p><b>Threads.</b> Any number; lengths are read without the lock.
 */
final class StorageAccounts {
    /** What came of asking for room. */
    enum Room {
        NONE,
        GIVEN,
        /** The task is longer than what all may take together, but it is the only one. */
        GIVEN_TO_LONG_TASK
    }

    private static final VarHandle NANOS;

    static {
        try {
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

    /** Whether there would be room for a task just now. */
    boolean hasRoom(long length) {
        lock.lock();
        boolean has = room(length) != Room.NONE;
        lock.unlock();
        return has;
    }

    private Room room(long length) {
        if (tasks >= mostTasks) {
            return Room.NONE;
        }
        if (nanos + length < mostNanos) {
            return Room.GIVEN;
        }
        return tasks == 0 ? Room.GIVEN_TO_LONG_TASK : Room.NONE;
    }

    /** Counts a task if there is room for it. */
    Room add(long length, long transfer) {
        lock.lock();
        Room room = room(length);
        if (room != Room.NONE) {
            tasks++;
            publish(nanos + length + transfer);
        }
        lock.unlock();
        return room;
    }

    /** A task has left. */
    void remove(long length) {
        lock.lock();
        tasks--;
        // What others have noted on the task meanwhile must not remain for ever.
        publish(tasks == 0 ? 0 : Math.max(0, nanos - length));
        lock.unlock();
    }

    /** A task is expected to take another time than it was. */
    void adjust(long difference) {
        if (difference != 0) {
            lock.lock();
            publish(Math.max(0, nanos + difference));
            lock.unlock();
        }
    }

    /** A component that counts here; once, however often it says so. */
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

    /** Who counts here; not to be changed. */
    StorageComponent[] sharers() {
        return sharers;
    }

    private void publish(long changed) {
        NANOS.setOpaque(this, changed);
    }

    long nanos() {
        return (long) NANOS.getOpaque(this);
    }
}
