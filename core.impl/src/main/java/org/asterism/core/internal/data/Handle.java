package org.asterism.core.internal.data;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.asterism.api.AccessMode;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.CorruptDataException;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.DataView;
import org.asterism.api.data.Filter;
import org.asterism.api.data.Layout;
import org.asterism.api.data.MultiFormatLayout;
import org.asterism.api.data.Part;
import org.asterism.api.data.Partition;
import org.asterism.api.data.ReplicateState;
import org.asterism.api.data.TransferKind;
import org.asterism.core.internal.coherence.Directory;
import org.asterism.core.internal.coherence.Replicates;
import org.asterism.core.internal.task.TaskHost;
import org.asterism.core.internal.use.Family;
import org.asterism.core.internal.use.PrivateCopies;
import org.asterism.core.internal.use.Reduction;

/** One piece of data: its copy in memory, and the order of the tasks on it. */
public final class Handle extends Usage implements DataHandle {
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

    /** What the program may close too early, per buffer of its memory if there are several; null if the memory is the runtime's. */
    private final Object lent;

    /** The copies elsewhere; null as long as the data are at home only. */
    private volatile Replicates replicates;

    /** 0 as long as nobody has asked for it. */
    private int footprint;

    /** What the layout says, which makes objects to find it out; 0 as long as nobody has asked. */
    private long bytes;

    /** The forms of data that have several: of these, or those that this is one of. Null for most. */
    private final Forms forms;

    private Family family;
    private volatile String name;
    private volatile Throwable corruption;
    private volatile Reduction reduction;
    private volatile PrivateCopies scratch;

    Handle(Registry registry, long id, Layout layout, Buffer[] home, HomeCopy heapCopy, Object kept) {
        this.registry = registry;
        this.id = id;
        this.layout = layout;
        this.home = home == null ? null : home.length == 1 ? home[0] : List.of(home);
        this.view = home == null ? null : layout.view(home());
        this.heapCopy = heapCopy;
        this.kept = kept;
        this.lent =
                kept instanceof Handle parent ? parent.lent : kept == null ? null : HomeCheck.scopes((Buffer[]) kept);
        this.forms = layout instanceof MultiFormatLayout several ? new Forms(this, several) : null;
    }

    /** Makes one form of data that have several. */
    Handle(Handle whole, Forms forms, Layout layout) {
        registry = whole.registry;
        id = registry.nextId();
        this.layout = layout;
        this.forms = forms;
        home = null;
        view = null;
        heapCopy = null;
        kept = null;
        lent = null;
    }

    @Override
    public String name() {
        if (isForm()) {
            return forms.nameOf(this);
        }
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
        long known = bytes;
        if (known == 0) { // or there are none
            known = layout.bytes();
            bytes = known;
        }
        return known;
    }

    /** What the layout's {@link Layout#footprint footprint} is, which many tasks ask for. */
    public int footprint() {
        int known = footprint;
        if (known == 0) {
            known = layout.footprint();
            footprint = known;
        }
        return known;
    }

    @Override
    public boolean isCorrupt() {
        return corruption != null;
    }

    public long id() {
        return id;
    }

    /** The forms of data that have several: of these, or those that this is one of. Null for most. */
    public Forms forms() {
        return forms;
    }

    /** Whether these are data that have several forms, not one of the forms. */
    public boolean hasForms() {
        return forms != null && forms.whole() == this;
    }

    /** Whether these are one form of data that have several. */
    public boolean isForm() {
        return forms != null && forms.whole() != this;
    }

    /** The data as an architecture sees them, or the program for none: these but for data that have several forms. */
    public Handle seenBy(Architecture architecture) {
        return hasForms() ? forms.of(architecture) : this;
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
        registry.becomeUnusual(); // first: as long as a worker sees that nothing is unusual, this field is null
        replicates = known;
    }

    /** Where tasks belong that use the data and are nobody's. */
    TaskHost host() {
        return registry.host();
    }

    public boolean belongsTo(TaskHost host) {
        return registry.belongsTo(host);
    }

    /** Whether the program has closed the memory of open data. */
    public boolean hasLostItsMemory() {
        return lent != null && HomeCheck.isAnyClosed(lent) && !isClosed();
    }

    /** Why the data are not valid, or null. */
    public Throwable corruption() {
        return corruption;
    }

    /** Marks what a task has, or has not, written; only while that task holds its place in the order. */
    public void markCorrupt(Throwable cause) {
        if (cause != null) {
            registry.becomeUnusual();
        }
        corruption = cause;
    }

    @Override
    public Layout layout() {
        return layout;
    }

    @Override
    public DataHandle sequentialConsistency(boolean ordered) {
        requireOpen();
        keepOrder(ordered, name());
        return this;
    }

    @Override
    public DataHandle arbitrated() {
        requireOpen();
        arbitrate(name());
        return this;
    }

    @Override
    public DataHandle reduction(Codelet initialise, Codelet combine) {
        requireOpen();
        Reduction made = registry.reduction(this, initialise, combine);
        reduceWith(made, initialise, name());
        reduction = made;
        return this;
    }

    @Override
    public DataHandle initialiser(Codelet initialise) {
        requireOpen();
        Reduction.requireInitialiser(this, initialise);
        initialiseWith(initialise);
        return this;
    }

    /** How workers contribute to the data; null if nobody has said so. */
    public Reduction reduction() {
        return reduction;
    }

    /** The memory in which a worker works on these data. */
    public Handle scratch(int worker) {
        PrivateCopies known = scratch;
        if (known == null) {
            lock();
            try {
                if (scratch == null) {
                    scratch = new PrivateCopies(this, "scratch");
                }
                known = scratch;
            } finally {
                unlock();
            }
        }
        return known.of(worker);
    }

    /** Gives up the memory in which a worker has worked that has left, on these data and on all that were cut from them. */
    void dropScratch(int worker) {
        PrivateCopies known = scratch;
        if (known != null) {
            known.drop(worker, registry.traffic());
        }
        Family cut = family();
        if (cut != null) {
            cut.children().forEach(child -> child.dropScratch(worker));
        }
    }

    /** Makes data like these, without content, that only the core knows of. */
    public Handle privateCopy(String given) {
        return registry.hidden(layout, given);
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
        return Directory.stateOn(this, node);
    }

    @Override
    public boolean isAllocatedOn(int node) {
        registry.traffic().requireNode(node);
        return Directory.isAllocatedOn(this, node);
    }

    @Override
    public CompletionStage<Void> transfer(int node, TransferKind kind, int priority) {
        return registry.access().transfer(this, node, kind, priority);
    }

    @Override
    public CompletionStage<Void> allocateOn(int node) {
        return registry.traffic().wishes().allocate(this, node);
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
        return registry.traffic().wishes().evict(this, node);
    }

    @Override
    public DataHandle writeThrough(int... nodes) {
        registry.traffic().wishes().writeThrough(this, nodes);
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

    @Override
    public List<Partition> plans() {
        Family known = family();
        return known == null ? List.of() : known.plans();
    }

    private Handle child(Part part, List<Buffer> within, String childName) {
        return registry.child(this, part.layout(), within, childName);
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
        registry.closing().close(this, false);
    }

    @Override
    public CompletionStage<Void> closeAsync() {
        return registry.closing().closeAsync(this);
    }

    @Override
    public void close() {
        registry.closing().close(this, true);
    }

    /** Has the native memory behind the data never freed: a kernel that was given up may use it still. */
    public void keepHome() {
        Handle root = family() == null ? this : family().root();
        if (root.heapCopy != null) {
            root.heapCopy.keep();
        }
    }

    /** Brings data of the heap home and frees their memory, once nobody uses them any more. */
    public void forget(boolean comeHome) {
        Throwable cause = corruption;
        try {
            if (scratch != null) {
                scratch.drop(registry.traffic());
            }
            if (heapCopy != null) {
                heapCopy.finish(cause == null && comeHome);
            }
        } finally {
            registry.forget(this); // last: until then a runtime that is closed waits for the data
        }
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
