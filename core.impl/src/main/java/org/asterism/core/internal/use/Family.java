package org.asterism.core.internal.use;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.asterism.api.data.Partition;
import org.asterism.core.internal.data.Handle;

/**
 * A handle's place in a tree of partitions, as of the tasks submitted so far.
 *
 * <p>Guarded by the lock of the whole tree, which is held while a task takes its place in the order of its data. Holds
 * that cut data or put them together for the task take their places first, and no other task comes between.
 */
public final class Family {
    private final Handle handle;
    private final ReentrantLock lock;

    /** The partition that the handle is a child of, or null. */
    private final CorePartition origin;

    private final int index;

    /** The ways in which the handle may be cut. */
    private final List<CorePartition> partitions = new ArrayList<>();

    /** The partition whose children may be written, or null. */
    private CorePartition cutForWriting;

    /** The partitions whose children may be read, while the whole may be read as well. */
    private final List<CorePartition> cutForReading = new ArrayList<>();

    /** A handle that is no child. */
    Family(Handle handle) {
        this.handle = handle;
        lock = new ReentrantLock();
        origin = null;
        index = -1;
    }

    /** A child. */
    Family(Handle handle, CorePartition origin, int index) {
        this.handle = handle;
        this.lock = origin.family().lock;
        this.origin = origin;
        this.index = index;
    }

    /** The family of data that are cut or may be, or were cut from others; null for others. */
    static Family of(Handle handle) {
        return ((RegisteredHandle) handle).family();
    }

    Handle handle() {
        return handle;
    }

    ReentrantLock lock() {
        return lock;
    }

    /** The partition that the handle is a child of, or null. */
    CorePartition origin() {
        return origin;
    }

    /** The handle that this one was cut from, or null. */
    public Handle parent() {
        return origin == null ? null : origin.family().handle();
    }

    /** The place among its siblings. */
    int index() {
        return index;
    }

    /** The handle that nothing was cut from, at the top of the tree. */
    public Handle root() {
        return origin == null ? handle : origin.family().root();
    }

    /** The partitions that data are cut by in the flow of tasks; a snapshot. */
    public List<Partition> plans() {
        lock.lock();
        try {
            return partitions.stream()
                    .filter(partition -> !partition.isFixed())
                    .map(Partition.class::cast)
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    /** The handles of all parts that this handle was cut into, or may be; a snapshot. */
    public List<Handle> children() {
        lock.lock();
        try {
            return partitions.stream()
                    .flatMap(partition -> partition.members().stream())
                    .map(Family::handle)
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    List<CorePartition> partitions() {
        return partitions;
    }

    CorePartition cutForWriting() {
        return cutForWriting;
    }

    void setCutForWriting(CorePartition partition) {
        cutForWriting = partition;
    }

    List<CorePartition> cutForReading() {
        return cutForReading;
    }

    /** The partition that was cut at once and for as long as it is open, or null. */
    CorePartition fixed() {
        if (cutForWriting != null && cutForWriting.isFixed()) {
            return cutForWriting;
        }
        return cutForReading.stream().filter(CorePartition::isFixed).findAny().orElse(null);
    }

    /** The children on the way from the root, the root's child first. */
    List<Family> descent() {
        List<Family> way = new ArrayList<>();
        for (Family member = this; member.origin != null; member = member.origin.family()) {
            way.addFirst(member);
        }
        return way;
    }
}
