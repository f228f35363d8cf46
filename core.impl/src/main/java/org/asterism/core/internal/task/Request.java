package org.asterism.core.internal.task;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.asterism.api.AccessMode;
import org.asterism.api.Codelet;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskState;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.Footprint;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.dependency.Successors;
import org.asterism.core.internal.tag.Round;

/** What a program says of a task but for where it may run, which is its {@link PlacedRequest}; the rest is its {@link Job}. */
abstract class Request extends Progress implements Task {
    private static final AccessMode[] NO_MODES = {};
    private static final Handle[] NO_DATA = {};
    private static final VarHandle PARTICULARS;

    static {
        try {
            PARTICULARS = MethodHandles.lookup().findVarHandle(Request.class, "particulars", Particulars.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final TaskHost host;
    private final Codelet codelet;
    private final long id;
    private int priority;
    private Object argument;
    private Handle[] data = NO_DATA;
    private AccessMode[] modes = NO_MODES;

    /** 0 as long as nobody has asked for it. */
    private int footprint;

    private byte implementation;

    /** The number of the policy that has the task, 0 for none; see {@link #keeper}. */
    private short keeper; // small, so that it fills a gap: there may be millions of tasks

    /** What the policy in charge notes; plain, since a policy hands a task from thread to thread by means of its own. */
    private float predictedNanos;

    private float predictedTransferNanos;
    private long stamp;

    /**
     * What is said of few tasks. It can come while others look at the task, since a kernel's result or a late question for a
     * stage needs one too: it is set by compare-and-set, and read with acquire.
     */
    Particulars particulars;

    Request(TaskHost host, Codelet codelet, long id) {
        this.host = host;
        this.codelet = Objects.requireNonNull(codelet, "codelet");
        this.id = id;
    }

    /** This task. */
    abstract Job job();

    /** What is said of few tasks, made if there is nothing yet; any thread. */
    final Particulars particular() {
        Particulars said = particulars();
        if (said != null) {
            return said;
        }
        Particulars fresh = new Particulars();
        return PARTICULARS.compareAndSet(this, null, fresh) ? fresh : particulars();
    }

    /** Refuses a description of a task that was submitted. */
    final void requireCreated() {
        if (state() != TaskState.CREATED) {
            throw new IllegalStateException(this + " is " + state() + " already: describe a task before submit()");
        }
    }

    /** Refuses a change by anybody but who describes the task or is its prologue. */
    private void requireChangeable() {
        Particulars said = particulars();
        if (said == null || said.changedBy != Thread.currentThread()) {
            requireCreated();
        }
    }

    @Override
    public Task data(DataHandle... handles) {
        requireCreated();
        List<AccessMode> wanted = codelet.accessModes();
        if (!codelet.hasFixedAccess()) {
            throw new IllegalArgumentException("codelet '" + codelet.name()
                    + "' leaves the access modes to its tasks: give each handle with access(handle, mode)");
        }
        if (handles.length != wanted.size()) {
            throw new IllegalArgumentException(this + ": codelet '" + codelet.name() + "' works on " + wanted.size()
                    + " handles " + wanted + ", not " + handles.length + ": give one for each mode, in that order");
        }
        Handle[] checked = new Handle[handles.length];
        for (int index = 0; index < handles.length; index++) {
            checked[index] = check(handles[index], index);
        }
        data = checked;
        return this;
    }

    @Override
    public Task access(DataHandle handle, AccessMode mode) {
        requireCreated();
        Objects.requireNonNull(mode, "mode");
        if (codelet.hasFixedAccess()) {
            throw new IllegalArgumentException("codelet '" + codelet.name() + "' fixes its access modes "
                    + codelet.accessModes() + ": give the handles with data(...)");
        }
        Handle[] moreData = Arrays.copyOf(data, data.length + 1);
        AccessMode[] moreModes = Arrays.copyOf(modes, modes.length + 1);
        moreData[data.length] = check(handle, data.length);
        moreModes[modes.length] = mode;
        data = moreData;
        modes = moreModes;
        return this;
    }

    private Handle check(DataHandle handle, int index) {
        if (handle == null) {
            throw new NullPointerException(
                    this + ": handle " + index + " is null: give what a call of data() has made");
        }
        if (!(handle instanceof Handle ours) || !ours.belongsTo(host)) {
            throw new IllegalArgumentException(
                    this + ": " + handle.name() + " was registered with another runtime: register it with this task's");
        }
        ours.requireOpen();
        return ours;
    }

    @Override
    public Task argument(Object given) {
        requireChangeable();
        argument = given;
        return this;
    }

    @Override
    public Task priority(int given) {
        requireChangeable();
        priority = given;
        return this;
    }

    @Override
    public Task after(Task... predecessors) {
        requireCreated();
        for (Task predecessor : predecessors) {
            Successors.addPredecessor(job(), ofThisRuntime(predecessor, "predecessor"));
        }
        return this;
    }

    private Job ofThisRuntime(Task task, String role) {
        Objects.requireNonNull(task, role);
        if (!(task instanceof Job job) || !job.host().isSameRuntime(host)) {
            throw new IllegalArgumentException(task + " belongs to another runtime than " + this);
        }
        return job;
    }

    @Override
    public Task after(CompletionStage<?>... stages) {
        requireCreated();
        Objects.requireNonNull(stages, "stages is null: name the stages that the task waits for");
        for (CompletionStage<?> stage : stages) {
            Outside.add(job(), Objects.requireNonNull(stage, "stage"));
        }
        return this;
    }

    @Override
    public Task endAfter(Task... tasks) {
        for (Task task : tasks) {
            job().endAfter(ofThisRuntime(task, "task"));
        }
        return this;
    }

    @Override
    public Task afterTags(long... tags) {
        requireCreated();
        Objects.requireNonNull(tags, "tags is null: name the tags that the task waits for");
        for (long tag : tags) {
            host.tags().addWaiting(job(), tag);
        }
        return this;
    }

    @Override
    public Task tag(long tag) {
        requireCreated();
        Round carried = host.tags().addCarrier(job(), tag);
        if (carried != null) {
            particular().carry(carried);
        }
        return this;
    }

    @Override
    public Task sequentialConsistency(boolean ordered) {
        requireCreated();
        particular().unordered = !ordered;
        return this;
    }

    @Override
    public Task unordered(DataHandle... handles) {
        requireCreated();
        Set<Handle> given = particular().unorderedData;
        if (given == null) {
            given = new HashSet<>();
            particular().unorderedData = given;
        }
        for (int index = 0; index < handles.length; index++) {
            Handle ours = check(handles[index], index);
            if (!Arrays.asList(data).contains(ours)) {
                throw new IllegalArgumentException(
                        this + " does not use " + ours + ": name data that were given before");
            }
            given.add(ours);
        }
        return this;
    }

    @Override
    public Task prologue(Consumer<? super Task> callback) {
        return callBack(Particulars.Moment.PROLOGUE, callback);
    }

    @Override
    public Task onReady(Consumer<? super Task> callback) {
        return callBack(Particulars.Moment.READY, callback);
    }

    @Override
    public Task onStart(Consumer<? super Task> callback) {
        return callBack(Particulars.Moment.START, callback);
    }

    @Override
    public Task epilogue(Consumer<? super Task> callback) {
        return callBack(Particulars.Moment.EPILOGUE, callback);
    }

    @Override
    public Task onCompletion(Consumer<? super Task> callback) {
        return callBack(Particulars.Moment.COMPLETION, callback);
    }

    private Task callBack(Particulars.Moment moment, Consumer<? super Task> callback) {
        requireCreated();
        particular().callBack(moment, Objects.requireNonNull(callback, "callback"));
        return this;
    }

    @Override
    public Task repeatWhile(Predicate<? super Task> again) {
        requireCreated();
        particular().again = Objects.requireNonNull(again, "again");
        return this;
    }

    @Override
    public Task detached() {
        requireCreated();
        particular().detached = true;
        return this;
    }

    /** Whether the task has the data that its codelet wants. */
    final void requireData() {
        if (codelet.hasFixedAccess() && data.length != codelet.accessModes().size()) {
            throw new IllegalStateException(this + " lacks its data: codelet '" + codelet.name() + "' works on "
                    + codelet.accessModes() + ", given with data(...)");
        }
        for (int index = 0; index < data.length; index++) {
            if (data[index].hasLostItsMemory()) {
                throw new IllegalStateException(this + " uses " + data[index] + " as its handle " + index
                        + ", and the arena of that memory is closed: close the data before the arena that they lie in");
            }
        }
    }

    // What anybody may ask.

    @Override
    public final long id() {
        return id;
    }

    @Override
    public final Codelet codelet() {
        return codelet;
    }

    /** Sets another priority for a task that no policy has; on the thread that owns it. */
    public final void clampPriority(int clamped) {
        priority = clamped;
    }

    @Override
    public final int priority() {
        return priority;
    }

    @Override
    public final SchedulingContext context() {
        return host.context();
    }

    @Override
    public final int dataCount() {
        return data.length;
    }

    @Override
    public final DataHandle handle(int index) {
        return data[index];
    }

    @Override
    public final AccessMode accessMode(int index) {
        return mode(index);
    }

    @Override
    public final String toString() {
        return codelet.name() + "#" + id;
    }

    @Override
    public final Task hint(Object hint) {
        requireChangeable();
        if (hint != null || particulars() != null) {
            particular().hint = hint;
        }
        return this;
    }

    @Override
    public final Object hint() {
        Particulars said = particulars();
        return said == null ? null : said.hint;
    }

    @Override
    public final Task flops(double operations) {
        requireChangeable();
        if (!(operations >= 0)) {
            throw new IllegalArgumentException(this + ": flops is " + operations + ": give 0 or more");
        }
        particular().flops = operations;
        return this;
    }

    @Override
    public final double flops() {
        Particulars said = particulars();
        return said == null ? 0 : said.flops;
    }

    @Override
    public final int footprint() {
        int known = footprint;
        if (known == 0) {
            for (Handle handle : data) {
                known = Footprint.mix(handle.footprint(), known);
            }
            footprint = known;
        }
        return known;
    }

    @Override
    public final long dataBytes() {
        long sum = 0;
        for (Handle handle : data) {
            sum += handle.bytes();
        }
        return sum;
    }

    @Override
    public final int implementation() {
        return implementation;
    }

    /** Chooses the implementation that will run. */
    public final void choose(int number) {
        implementation = (byte) number;
    }

    /**
     * Which policy has the task: the number of one in its context, or 0. Written and read by who is in the policy, or
     * has it changed; so a policy's own order from push to pop is enough for a plain field.
     */
    public final short keeper() {
        return keeper;
    }

    /** Notes which policy has the task from now on, 0 for none. */
    public final void keptBy(short policy) {
        keeper = policy;
    }

    /** Forgets what a policy has noted on the task: it is given to another one, or once more. */
    public final void forgetNotes() {
        implementation = 0; // a former policy may have chosen for a worker of another kind
        predictedNanos = 0;
        predictedTransferNanos = 0;
        Particulars said = particulars();
        if (said != null) {
            said.team = null;
        }
    }

    public final void predict(float nanos, float transferNanos) {
        predictedNanos = nanos;
        predictedTransferNanos = transferNanos;
    }

    public final float predictedNanos() {
        return predictedNanos;
    }

    public final float predictedTransferNanos() {
        return predictedTransferNanos;
    }

    public final void stamp(long number) {
        stamp = number;
    }

    public final long stamp() {
        return stamp;
    }

    // What the core asks.

    public final TaskHost host() {
        return host;
    }

    public final Object argument() {
        return argument;
    }

    public final Handle data(int index) {
        return data[index];
    }

    /** The data at this moment, for those who do not own the task; none when it has ended. */
    public final Handle[] dataSnapshot() {
        return data.clone();
    }

    public final AccessMode mode(int index) {
        return codelet.hasFixedAccess() ? codelet.accessModes().get(index) : modes[index];
    }

    /** Visits the task's data; nothing if it has ended meanwhile. For threads that do not know how far it is. */
    public final void forEachAccess(BiConsumer<Handle, AccessMode> visitor) {
        Handle[] handles = data;
        AccessMode[] own = modes;
        if (!codelet.hasFixedAccess() && own.length < handles.length) {
            return;
        }
        for (int index = 0; index < handles.length; index++) {
            visitor.accept(
                    handles[index],
                    codelet.hasFixedAccess() ? codelet.accessModes().get(index) : own[index]);
        }
    }

    /** The tags that the task carries. */
    public final Round[] tags() {
        return Particulars.tags(particulars());
    }

    /** Gives a task of the core its data, which may be closed for programs already. */
    public final void assign(Handle... given) {
        data = given;
    }

    /** What is said of few tasks, or null. */
    public final Particulars particulars() {
        return (Particulars) PARTICULARS.getAcquire(this);
    }

    /** Lets go of what only a task to come needs. */
    final void forget() {
        data = NO_DATA;
        modes = NO_MODES;
        argument = null;
    }

    /** Lets go of what was said, but for what may be asked of a task that has ended. */
    final void forgetParticulars() {
        Particulars said = particulars();
        if (said != null) {
            PARTICULARS.setRelease(this, said.remains());
        }
    }
}
