package org.asterism.core.internal.data;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.asterism.api.AccessMode;
import org.asterism.api.Codelet;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.CorruptDataException;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.DataView;
import org.asterism.api.data.Filter;
import org.asterism.api.data.Layout;
import org.asterism.api.data.Partition;
import org.asterism.api.data.ReplicateState;
import org.asterism.api.data.TransferKind;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.TaskHost;
import org.asterism.spi.policy.SpinLock;

/**
 * One piece of data: its copy in memory, and which tasks were the last to use it. The lock that it is protects the latter; it
 * is held over a few instructions, and a thread that needs several handles locks them by id.
 */
public final class Handle extends SpinLock implements DataHandle {
    private static final Job[] NO_READERS = {};

    private final Registry registry;
    private final long id;
    private final String kind;
    private final long bytes;
    private final DataView view;
    private final HomeCopy home;

    /** The program's memory, kept reachable: a view may name it by address only. */
    private final MemorySegment memory;

    private volatile String name;
    private volatile Throwable corruption;
    private volatile boolean closed;
    private Job lastWriter;
    private Job[] readers = NO_READERS;
    private int readerCount;

    Handle(Registry registry, long id, String kind, long bytes, DataView view, HomeCopy home, MemorySegment memory) {
        this.registry = registry;
        this.id = id;
        this.kind = kind;
        this.bytes = bytes;
        this.view = view;
        this.home = home;
        this.memory = memory;
    }

    @Override
    public String name() {
        String given = name;
        return given == null ? kind + "#" + id : given;
    }

    @Override
    public DataHandle named(String given) {
        name = given;
        return this;
    }

    @Override
    public long bytes() {
        return memory == MemorySegment.NULL ? 0 : bytes;
    }

    @Override
    public boolean isCorrupt() {
        return corruption != null;
    }

    public long id() {
        return id;
    }

    public DataView view() {
        return view;
    }

    public boolean belongsTo(TaskHost host) {
        return registry.belongsTo(host);
    }

    public void requireOpen() {
        if (closed) {
            throw new IllegalStateException(name() + " is closed: register the data again to use them in tasks");
        }
    }

    /** Why the data are not valid, or null. */
    public Throwable corruption() {
        return corruption;
    }

    /** Marks what a task has, or has not, written; only while that task holds its place in the order. */
    public void markCorrupt(Throwable cause) {
        corruption = cause;
    }

    // The order of accesses; with the lock held.

    public Job lastWriter() {
        return lastWriter;
    }

    public int readerCount() {
        return readerCount;
    }

    public Job reader(int index) {
        return readers[index];
    }

    public void addReader(Job job) {
        if (readerCount == readers.length) {
            forgetEndedReaders();
        }
        readers[readerCount++] = job;
    }

    /** Makes room, so that data that are only ever read do not keep all their readers. */
    private void forgetEndedReaders() {
        int kept = 0;
        for (int index = 0; index < readerCount; index++) {
            if (!readers[index].isSettled()) {
                readers[kept++] = readers[index];
            }
        }
        Arrays.fill(readers, kept, readerCount, null);
        readerCount = kept;
        if (2 * kept >= readers.length) {
            readers = Arrays.copyOf(readers, Math.max(4, 2 * readers.length));
        }
    }

    public void setWriter(Job job) {
        lastWriter = job;
        Arrays.fill(readers, 0, readerCount, null);
        readerCount = 0;
    }

    @Override
    public Layout layout() {
        throw new UnsupportedOperationException("D1");
    }

    @Override
    public DataHandle sequentialConsistency(boolean ordered) {
        throw new UnsupportedOperationException("D1");
    }

    @Override
    public DataHandle arbitrated() {
        throw new UnsupportedOperationException("D1");
    }

    @Override
    public DataHandle reduction(Codelet initialise, Codelet combine) {
        throw new UnsupportedOperationException("D1");
    }

    @Override
    public DataHandle initialiser(Codelet initialise) {
        throw new UnsupportedOperationException("D1");
    }

    @Override
    public Acquisition acquire(AccessMode mode, int node) {
        throw new UnsupportedOperationException("D1");
    }

    @Override
    public CompletionStage<Acquisition> acquireAsync(AccessMode mode, int node) {
        throw new UnsupportedOperationException("D1");
    }

    @Override
    public Optional<Acquisition> tryAcquire(AccessMode mode) {
        throw new UnsupportedOperationException("D1");
    }

    @Override
    public ReplicateState stateOn(int node) {
        throw new UnsupportedOperationException("D1");
    }

    @Override
    public boolean isAllocatedOn(int node) {
        throw new UnsupportedOperationException("D1");
    }

    @Override
    public CompletionStage<Void> transfer(int node, TransferKind kind, int priority) {
        throw new UnsupportedOperationException("D1");
    }

    @Override
    public CompletionStage<Void> allocateOn(int node) {
        throw new UnsupportedOperationException("D1");
    }

    @Override
    public void wontUse() {
        throw new UnsupportedOperationException("D1");
    }

    @Override
    public void invalidate() {
        throw new UnsupportedOperationException("D1");
    }

    @Override
    public CompletionStage<Boolean> evict(int node) {
        throw new UnsupportedOperationException("D1");
    }

    @Override
    public DataHandle writeThrough(int... nodes) {
        throw new UnsupportedOperationException("D1");
    }

    @Override
    public Partition partition(Filter filter) {
        throw new UnsupportedOperationException("D1");
    }

    @Override
    public Partition plan(Filter filter) {
        throw new UnsupportedOperationException("D1");
    }

    @Override
    public void discard() {
        throw new UnsupportedOperationException("D1");
    }

    @Override
    public CompletionStage<Void> closeAsync() {
        throw new UnsupportedOperationException("D1");
    }

    @Override
    public void close() {
        registry.refuseWorkers("close " + name());
        List<Job> users;
        lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            users = new ArrayList<>(Arrays.asList(readers).subList(0, readerCount));
            if (lastWriter != null) {
                users.add(lastWriter);
            }
            readers = NO_READERS;
            readerCount = 0;
            lastWriter = null;
        } finally {
            unlock();
        }
        for (Job user : users) {
            registry.awaitUninterruptibly(user);
        }
        release();
    }

    /** Brings the data home and frees memory, once nobody uses them any more. */
    private void release() {
        registry.forget(this);
        Throwable cause = corruption;
        if (home != null) {
            home.finish(cause == null);
        }
        if (cause != null) {
            throw new CorruptDataException(name(), cause);
        }
    }

    @Override
    public String toString() {
        return name();
    }
}
