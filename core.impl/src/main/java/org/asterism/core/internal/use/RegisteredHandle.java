package org.asterism.core.internal.use;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.CorruptDataException;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.Filter;
import org.asterism.api.data.Layout;
import org.asterism.api.data.MultiFormatLayout;
import org.asterism.api.data.Part;
import org.asterism.api.data.Partition;
import org.asterism.api.data.ReplicateState;
import org.asterism.api.data.TransferKind;
import org.asterism.core.internal.coherence.Directory;
import org.asterism.core.internal.data.Forms;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.protocol.FieldHandle;
import org.asterism.core.internal.task.AccessOrder;

/** Data of a runtime, as programs use them. The {@link Registry} and its parts do the work. */
public final class RegisteredHandle extends Handle {
    private static final VarHandle FAMILY = FieldHandle.of(MethodHandles.lookup(), "family", Family.class);
    private static final VarHandle SCRATCH = FieldHandle.of(MethodHandles.lookup(), "scratch", PrivateCopies.class);

    private final Registry registry;

    /** Copies data of the heap back; null for other data. */
    private final HomeCopy heapCopy;

    private volatile Family family;
    private volatile Reduction reduction;
    private volatile boolean lineage;
    private volatile PrivateCopies scratch;

    RegisteredHandle(Registry registry, long id, Layout layout, Buffer[] home, HomeCopy heapCopy, Object kept) {
        super(id, layout, home, kept, new AccessOrder(registry.host()));
        this.registry = registry;
        this.heapCopy = heapCopy;
        if (layout instanceof MultiFormatLayout several) {
            setForms(new Forms(this, several, registry));
        }
    }

    /** Makes one form of data that have several. */
    RegisteredHandle(Registry registry, Forms forms, Layout layout) {
        this(registry, registry.nextId(), layout, null, null, null);
        setForms(forms);
    }

    private AccessOrder accessOrder() {
        return (AccessOrder) order();
    }

    @Override
    public DataHandle sequentialConsistency(boolean ordered) {
        AccessOrder.of(this).requireOpen(this);
        accessOrder().keepOrder(ordered, name());
        return this;
    }

    @Override
    public DataHandle arbitrated() {
        AccessOrder.of(this).requireOpen(this);
        accessOrder().arbitrate(name());
        return this;
    }

    @Override
    public DataHandle reduction(Codelet initialise, Codelet combine) {
        AccessOrder.of(this).requireOpen(this);
        refuseLineage("put together of contributions");
        Reduction made = new Reduction(
                this, initialise, combine, registry.host(), registry.access().holds(), registry.traffic());
        accessOrder().reduceWith(made, initialise, name());
        reduction = made;
        return this;
    }

    @Override
    public DataHandle initialiser(Codelet initialise) {
        AccessOrder.of(this).requireOpen(this);
        Reduction.requireInitialiser(this, initialise);
        accessOrder().initialiseWith(initialise);
        return this;
    }

    /** Returns the rules by which workers contribute to the data; null if there are none. */
    public Reduction reduction() {
        return reduction;
    }

    /** The memory in which a worker works on these data. */
    public Handle scratch(int worker) {
        PrivateCopies known = scratch;
        if (known == null) {
            PrivateCopies made = new PrivateCopies(this, "scratch");
            known = (PrivateCopies) SCRATCH.compareAndExchange(this, null, made);
            known = known == null ? made : known;
        }
        return known.of(worker);
    }

    /**
     * Gives up the memory in which a worker has worked that has left, on these data and on all that were cut from them.
     */
    void dropScratch(int worker) {
        PrivateCopies known = scratch;
        if (known != null) {
            known.drop(worker, registry.traffic());
        }
        Family cut = family();
        if (cut != null) {
            cut.children().forEach(child -> ((RegisteredHandle) child).dropScratch(worker));
        }
    }

    /** Makes data like these, without content, that only the core knows of. */
    public Handle privateCopy(String given) {
        RegisteredHandle copy = new RegisteredHandle(registry, registry.nextId(), layout(), null, null, null);
        copy.named(given);
        AccessOrder.of(copy).contentMissing();
        registry.traffic().directory().add(copy);
        return copy;
    }

    @Override
    public Acquisition acquire(Access mode, int node) throws InterruptedException {
        return registry.access().acquire(this, mode, node);
    }

    @Override
    public CompletionStage<Acquisition> acquireAsync(Access mode, int node) {
        return registry.access().acquireAsync(this, mode, node);
    }

    @Override
    public Optional<Acquisition> tryAcquire(Access mode) {
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
    public DataHandle withLineage() {
        AccessOrder.of(this).requireOpen(this);
        if (hasForms()) {
            throw new IllegalArgumentException(
                    this + " has several forms, whose lineage is not recorded: write them through instead");
        }
        if (family() != null || reduction != null) {
            throw new IllegalStateException(this + (reduction != null ? " has a reduction" : " is cut, or a part")
                    + ", so its lineage is not recorded: register other data for that, or write these through");
        }
        lineage = true;
        if (!registry.imagines()) {
            registry.traffic().recordProducers(this);
        }
        return this;
    }

    /** Refuses to use data in a way whose result could not be computed again, if they have a lineage. */
    void refuseLineage(String what) {
        if (lineage) {
            throw new IllegalStateException(
                    this + " has a lineage and cannot be " + what + ": register other data for that");
        }
    }

    @Override
    public Partition partition(Filter filter) throws InterruptedException {
        return registry.access().cutting().partition(this, filter);
    }

    @Override
    public Partition plan(Filter filter) {
        return registry.access().cutting().plan(this, filter);
    }

    @Override
    public List<Partition> plans() {
        Family known = family();
        return known == null ? List.of() : known.plans();
    }

    /** Makes the handle of a part of these data, which is closed with its partition. */
    RegisteredHandle child(Part part, List<Buffer> within, String childName) {
        Buffer[] home = part.within(within).toArray(Buffer[]::new);
        RegisteredHandle child = new RegisteredHandle(registry, registry.nextId(), part.layout(), home, null, this);
        child.named(childName);
        return child;
    }

    /** The data that these were cut from and into; null if they never were part of a partition. */
    public Family family() {
        return family;
    }

    /** Makes the data part of a partition, unless they are already; the family they have then. */
    public Family setFamily(Family given) {
        Object before = FAMILY.compareAndExchange(this, null, given);
        return before == null ? given : (Family) before;
    }

    @Override
    public void discard() {
        registry.access().closing().close(this, false);
    }

    @Override
    public CompletionStage<Void> closeAsync() {
        return registry.access().closing().closeAsync(this);
    }

    @Override
    public void close() {
        registry.access().closing().close(this, true);
    }

    @Override
    public void keepHome() {
        RegisteredHandle root = family() == null ? this : (RegisteredHandle) family().root();
        if (root.heapCopy != null) {
            root.heapCopy.keep();
        }
    }

    /** Brings data of the heap home and frees their memory, once nobody uses them any more. */
    public void forget(boolean comeHome) {
        Throwable cause = corruption();
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
}
