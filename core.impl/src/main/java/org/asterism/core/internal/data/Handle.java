package org.asterism.core.internal.data;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.asterism.api.AccessMode;
import org.asterism.api.Codelet;
import org.asterism.api.MemoryNode;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.CorruptDataException;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.DataView;
import org.asterism.api.data.Filter;
import org.asterism.api.data.Layout;
import org.asterism.api.data.Part;
import org.asterism.api.data.Partition;
import org.asterism.api.data.ReplicateState;
import org.asterism.api.data.TransferKind;
import org.asterism.core.internal.coherence.Replicates;
import org.asterism.core.internal.partition.Family;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.TaskHost;
import org.asterism.spi.policy.SpinLock;

/**
 * One piece of data: its copy in memory, and which tasks were the last to use it. The lock that it is protects the latter; it
 * is held over a few instructions, and a thread that needs several handles locks them by id.
 */
public final class Handle extends SpinLock implements DataHandle {
    private static final Job[] NO_READERS = {};
    private static final VarHandle FAMILY;

    static {
        try {
            FAMILY = MethodHandles.lookup().findVarHandle(Handle.class, "family", Family.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final Registry registry;
    private final long id;
    private final Layout layout;

    /** The memory that the program gave, or native memory in its stead: a buffer, a list of several, or null if there is none. */
    private final Object home;

    /** How the data look at home; null if they have none. */
    private final DataView view;

    /** Copies data of the heap back; null for other data. */
    private final HomeCopy heapCopy;

    /** The program's memory, kept reachable: a view may name it by address only. */
    private final Object kept;

    /** The copies elsewhere; null as long as the data are at home only. */
    private volatile Replicates replicates;

    private Family family;
    private volatile String name;
    private volatile Throwable corruption;
    private volatile boolean closed;
    private Job lastWriter;
    private Job[] readers = NO_READERS;
    private int readerCount;

    Handle(Registry registry, long id, Layout layout, Buffer[] home, HomeCopy heapCopy, Object kept) {
        this.registry = registry;
        this.id = id;
        this.layout = layout;
        this.home = home == null ? null : home.length == 1 ? home[0] : List.of(home);
        this.view = home == null ? null : layout.view(home());
        this.heapCopy = heapCopy;
        this.kept = kept;
    }

    @Override
    public String name() {
        String given = name;
        return given == null ? layout.kind() + "#" + id : given;
    }

    @Override
    public DataHandle named(String given) {
        name = given;
        return this;
    }

    @Override
    public long bytes() {
        return layout.bytes();
    }

    @Override
    public boolean isCorrupt() {
        return corruption != null;
    }

    public long id() {
        return id;
    }

    /** How the data look at home; null if they have none. */
    public DataView view() {
        return view;
    }

    /** Where the data are at home, a buffer per buffer of the layout; null if they have no home. */
    @SuppressWarnings("unchecked") // the constructor puts nothing else there
    public final List<Buffer> home() {
        return home instanceof Buffer single ? List.of(single) : (List<Buffer>) home;
    }

    /** The copies elsewhere; null as long as the data are at home only. */
    public Replicates replicates() {
        return replicates;
    }

    /** Makes the copies known. */
    public void setReplicates(Replicates known) {
        replicates = known;
    }

    public boolean belongsTo(TaskHost host) {
        return registry.belongsTo(host);
    }

    public void requireOpen() {
        if (closed) {
            throw new IllegalStateException(name() + " is closed: register the data again to use them in tasks");
        }
    }

    /** Whether no task can use the data any more. */
    public boolean isClosed() {
        return closed;
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
        return layout;
    }

    @Override
    public DataHandle sequentialConsistency(boolean ordered) {
        throw new UnsupportedOperationException("order");
    }

    @Override
    public DataHandle arbitrated() {
        throw new UnsupportedOperationException("order");
    }

    @Override
    public DataHandle reduction(Codelet initialise, Codelet combine) {
        throw new UnsupportedOperationException("order");
    }

    @Override
    public DataHandle initialiser(Codelet initialise) {
        throw new UnsupportedOperationException("order");
    }

    @Override
    public Acquisition acquire(AccessMode mode, int node) throws InterruptedException {
        return registry.access().acquire(this, mode, node);
    }

    @Override
    public CompletionStage<Acquisition> acquireAsync(AccessMode mode, int node) {
        return registry.access().acquireAsync(this, mode, node);
    }

    @Override
    public Optional<Acquisition> tryAcquire(AccessMode mode) {
        return registry.access().tryAcquire(this, mode);
    }

    @Override
    public ReplicateState stateOn(int node) {
        registry.traffic().requireNode(node);
        Replicates copies = replicates;
        if (copies != null) {
            return copies.stateOn(node);
        }
        return node == MemoryNode.MAIN ? ReplicateState.OWNED : ReplicateState.INVALID;
    }

    @Override
    public boolean isAllocatedOn(int node) {
        registry.traffic().requireNode(node);
        Replicates copies = replicates;
        return copies == null ? node == MemoryNode.MAIN : copies.isAllocatedOn(node);
    }

    @Override
    public CompletionStage<Void> transfer(int node, TransferKind kind, int priority) {
        return registry.access().transfer(this, node, kind, priority);
    }

    @Override
    public CompletionStage<Void> allocateOn(int node) {
        return registry.traffic().allocate(this, node);
    }

    @Override
    public void wontUse() {
        registry.access().wontUse(this);
    }

    @Override
    public void invalidate() {
        registry.access().invalidate(this);
    }

    @Override
    public CompletionStage<Boolean> evict(int node) {
        if (node == MemoryNode.MAIN) {
            throw new IllegalArgumentException(name() + " cannot be evicted from main memory: name another node");
        }
        return registry.traffic().evict(this, node);
    }

    @Override
    public DataHandle writeThrough(int... nodes) {
        registry.traffic().writeThrough(this, nodes);
        return this;
    }

    @Override
    public Partition partition(Filter filter) throws InterruptedException {
        return registry.access().cutting().partition(this, filter, this::child);
    }

    @Override
    public Partition plan(Filter filter) {
        return registry.access().cutting().plan(this, filter, this::child);
    }

    private Handle child(Part part, List<Buffer> within, int index) {
        return registry.child(this, part.layout(), within, name() + "[" + index + "]");
    }

    /** The data that these were cut from and into; null if they never were part of a partition. */
    public Family family() {
        return (Family) FAMILY.getVolatile(this);
    }

    /** Makes the data part of a partition, unless they are already; the family they have then. */
    public Family setFamily(Family given) {
        Object before = FAMILY.compareAndExchange(this, null, given);
        return before == null ? given : (Family) before;
    }

    @Override
    public void discard() {
        close(false);
    }

    @Override
    public CompletionStage<Void> closeAsync() {
        return registry.access().closeAsync(this);
    }

    @Override
    public void close() {
        close(true);
    }

    private void close(boolean comeHome) {
        registry.refuseWorkers("close " + name());
        if (family() != null) {
            if (family().parent() != null) {
                throw new IllegalStateException(
                        name() + " is a child of " + family().parent().name() + ": it is closed with its partition");
            }
            registry.access().cutting().closeAll(this);
        }
        List<Job> users = shut();
        if (users == null) {
            registry.access().awaitClosing(this);
            return;
        }
        for (Job user : users) {
            registry.awaitUninterruptibly(user);
        }
        registry.access().letGo(this, comeHome);
        forget(comeHome);
    }

    /** Lets no task use the data any more; the tasks that use them last, or null if that was done before. */
    public List<Job> shut() {
        lock();
        try {
            if (closed) {
                return null;
            }
            closed = true;
            List<Job> users = new ArrayList<>(Arrays.asList(readers).subList(0, readerCount));
            if (lastWriter != null) {
                users.add(lastWriter);
            }
            readers = NO_READERS;
            readerCount = 0;
            lastWriter = null;
            return users;
        } finally {
            unlock();
        }
    }

    /** Lets no task use the data any more, without waiting for those that do. */
    public void refuseTasks() {
        closed = true;
    }

    /** Brings data of the heap home and frees their memory, once nobody uses them any more. */
    public void forget(boolean comeHome) {
        Throwable cause = corruption;
        if (heapCopy != null) {
            heapCopy.finish(cause == null && comeHome);
        }
        registry.forget(this); // last: until then a runtime that is closed waits for the data
        if (!comeHome) {
            return;
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
