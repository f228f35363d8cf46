package org.asterism.core.internal.task;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.CombinedWorker;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskBundle;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.protocol.FieldHandle;

/**
 * A task as programs see it: its description before the submission, and queries about it.
 *
 * <p>{@link DataCheck} checks its data, and {@link Eligibility} determines where it may run. Its subclass {@link Job}
 * does the rest.
 *
 * <p>One thread at a time describes a task. After its submission only the thread that owns the task changes the fields,
 * and {@link #extras} as it documents.
 */
abstract sealed class Request implements Task permits Job {
    private static final Access[] NO_MODES = {};
    private static final Handle[] NO_DATA = {};
    private static final VarHandle EXTRAS = FieldHandle.of(MethodHandles.lookup(), "extras", Object.class);

    private final TaskHost host;
    private final Codelet codelet;
    private final long id;
    private int priority;
    private Object argument;
    private Handle[] data = NO_DATA;

    /** The access modes; none if the codelet fixes them. */
    private Access[] modes = NO_MODES;

    /**
     * The {@link Particulars} of the few tasks that have some, {@link Prerequisites} or a policy's {@link Notes} while
     * a task has nothing else, or null. Any thread may add one, because a kernel's result or a late question for a
     * stage needs it too. So it is set by compare-and-set, and read with acquire.
     */
    private Object extras;

    Request(TaskHost host, Codelet codelet, long id) {
        this.host = host;
        this.codelet = Objects.requireNonNull(codelet, "codelet");
        this.id = id;
    }

    /** This task. */
    abstract Job job();

    final Object extras() {
        return EXTRAS.getAcquire(this);
    }

    /** The extras as they are after the state that the calling thread has set. */
    final Object extrasAfterState() {
        return EXTRAS.getVolatile(this);
    }

    final boolean replaceExtras(Object known, Object other) {
        return EXTRAS.compareAndSet(this, known, other);
    }

    /** The attributes of few tasks, made if there are none yet; any thread. */
    final Particulars particular() {
        while (true) {
            Object known = extras();
            if (known instanceof Particulars particulars) {
                return particulars;
            }
            Particulars fresh = Particulars.with(known);
            if (replaceExtras(known, fresh)) {
                return fresh;
            }
        }
    }

    /** Refuses a description of a task that was submitted. */
    final void requireCreated() {
        if (state() != TaskState.CREATED) {
            throw new IllegalStateException(this + " is " + state() + " already: describe a task before submit()");
        }
    }

    /** Refuses a change of a submitted task, except by its prologue. */
    private void requireChangeable() {
        Particulars said = particulars();
        if (said == null || said.changedBy != Thread.currentThread()) {
            requireCreated();
        }
    }

    @Override
    public final Task data(DataHandle... handles) {
        requireCreated();
        data = DataCheck.handles(job(), handles);
        return this;
    }

    @Override
    public final Task access(DataHandle handle, Access mode) {
        requireCreated();
        Objects.requireNonNull(mode, "mode");
        Handle checked = DataCheck.next(job(), handle);
        Handle[] moreData = Arrays.copyOf(data, data.length + 1);
        Access[] moreModes = Arrays.copyOf(modes, modes.length + 1);
        moreData[data.length] = checked;
        moreModes[modes.length] = mode;
        data = moreData;
        modes = moreModes;
        return this;
    }

    @Override
    public final Task unordered(DataHandle... handles) {
        requireCreated();
        DataCheck.addUnordered(job(), handles);
        return this;
    }

    @Override
    public final Task argument(Object given) {
        requireChangeable();
        argument = given;
        return this;
    }

    @Override
    public final Task priority(int given) {
        requireChangeable();
        priority = given;
        return this;
    }

    @Override
    public final Task after(Task... predecessors) {
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
    public final Task after(CompletionStage<?>... stages) {
        requireCreated();
        Objects.requireNonNull(stages, "stages is null: name the stages that the task waits for");
        for (CompletionStage<?> stage : stages) {
            Outside.add(job(), Objects.requireNonNull(stage, "stage"));
        }
        return this;
    }

    @Override
    public final Task endAfter(Task... tasks) {
        for (Task task : tasks) {
            Ending.addPredecessor(job(), ofThisRuntime(task, "task"));
        }
        return this;
    }

    @Override
    public final Task afterTags(long... tags) {
        requireCreated();
        Objects.requireNonNull(tags, "tags is null: name the tags that the task waits for");
        for (long tag : tags) {
            host.tags().addWaiting(job(), tag);
        }
        return this;
    }

    @Override
    public final Task tag(long tag) {
        requireCreated();
        Round carried = host.tags().addCarrier(job(), tag);
        if (carried != null) {
            particular().carry(carried);
        }
        return this;
    }

    @Override
    public final Task sequentialConsistency(boolean ordered) {
        requireCreated();
        particular().unordered = !ordered;
        return this;
    }

    @Override
    public final Task prologue(Consumer<? super Task> callback) {
        return callBack(Callbacks.Moment.PROLOGUE, callback);
    }

    @Override
    public final Task onReady(Consumer<? super Task> callback) {
        return callBack(Callbacks.Moment.READY, callback);
    }

    @Override
    public final Task onStart(Consumer<? super Task> callback) {
        return callBack(Callbacks.Moment.START, callback);
    }

    @Override
    public final Task epilogue(Consumer<? super Task> callback) {
        return callBack(Callbacks.Moment.EPILOGUE, callback);
    }

    @Override
    public final Task onCompletion(Consumer<? super Task> callback) {
        return callBack(Callbacks.Moment.COMPLETION, callback);
    }

    private Task callBack(Callbacks.Moment moment, Consumer<? super Task> callback) {
        requireCreated();
        Callbacks.add(job(), moment, Objects.requireNonNull(callback, "callback"));
        return this;
    }

    @Override
    public final Task repeatWhile(Predicate<? super Task> again) {
        requireCreated();
        particular().again = Objects.requireNonNull(again, "again");
        return this;
    }

    @Override
    public final Task detached() {
        requireCreated();
        particular().detached = true;
        return this;
    }

    @Override
    public final Task where(Architecture... some) {
        requireCreated();
        Eligibility.allowOnly(job(), some);
        return this;
    }

    @Override
    public final Task where(Predicate<? super Worker> allowed) {
        requireCreated();
        Eligibility.allowOnly(job(), Objects.requireNonNull(allowed, "allowed"));
        return this;
    }

    @Override
    public final Task on(Worker worker) {
        requireCreated();
        Eligibility.bind(job(), Objects.requireNonNull(worker, "worker"), 0);
        return this;
    }

    @Override
    public final Task on(Worker worker, long order) {
        requireCreated();
        if (order < 1) {
            throw new IllegalArgumentException(
                    this + ": number " + order + " on " + worker.name() + ": give numbers from 1");
        }
        Eligibility.bind(job(), Objects.requireNonNull(worker, "worker"), order);
        return this;
    }

    @Override
    public final Task on(CombinedWorker workers) {
        requireCreated();
        Eligibility.bind(job(), Objects.requireNonNull(workers, "workers"));
        return this;
    }

    @Override
    public final Task bundle(TaskBundle bundle) {
        requireCreated();
        Bundle.enter(job(), bundle);
        return this;
    }

    // What anybody may ask.

    @Override
    public final Optional<TaskBundle> bundle() {
        return Optional.ofNullable(Bundle.of(job()));
    }

    @Override
    public final long architectureSet() {
        Particulars said = particulars();
        return said == null ? codelet.architectureSet() : Eligibility.architectures(job(), said);
    }

    @Override
    public final boolean isRestricted() {
        Particulars said = particulars();
        return codelet.hasCondition() || said != null && Eligibility.isRestricted(said);
    }

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
        return Progress.isSettled(job()) ? host.contextAtEnd() : host.context();
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
    public final int dataCount() {
        return data.length;
    }

    @Override
    public final DataHandle handle(int index) {
        return data[index];
    }

    @Override
    public final Access accessMode(int index) {
        return mode(index);
    }

    @Override
    public final int footprint() {
        return Notes.footprint(job(), data);
    }

    @Override
    public final long dataBytes() {
        long sum = 0;
        for (Handle handle : data) {
            sum += handle.bytes();
        }
        return sum;
    }

    // What the core asks.

    public final TaskHost host() {
        return host;
    }

    public final Object argument() {
        return argument;
    }

    /** The tags that the task carries. */
    public final Round[] tags() {
        return Particulars.tags(particulars());
    }

    /** The attributes of few tasks, or null. */
    public final Particulars particulars() {
        return extras() instanceof Particulars particulars ? particulars : null;
    }

    public final Handle data(int index) {
        return data[index];
    }

    public final Access mode(int index) {
        return codelet.hasFixedAccess() ? codelet.accessMode(index) : modes[index];
    }

    /** The data at this moment, for threads that do not own the task; none when it has ended. */
    public final Handle[] dataSnapshot() {
        return data.clone();
    }

    /** Visits the task's data; nothing if it has ended meanwhile. For threads that do not own the task. */
    public final void forEachAccess(BiConsumer<Handle, Access> visitor) {
        Handle[] handles = data;
        Access[] own = modes;
        boolean fixed = codelet.hasFixedAccess();
        if (!fixed && own.length < handles.length) {
            return;
        }
        for (int index = 0; index < handles.length; index++) {
            visitor.accept(handles[index], fixed ? codelet.accessMode(index) : own[index]);
        }
    }

    /** Gives a job of the core its data, which may be closed for programs already; the codelet fixes the modes. */
    public final void assign(Handle... given) {
        data = given;
    }

    /** Gives a job of the core its data, which may be closed for programs already, with a mode for each. */
    public final void assign(Handle[] given, Access[] givenModes) {
        data = given;
        modes = givenModes;
    }

    /** Drops what a task that has ended does not need. */
    final void forget() {
        argument = null;
        data = NO_DATA;
        modes = NO_MODES;
    }

    /** Drops the extras, except what programs may ask of a task that has ended. */
    final void forgetParticulars() {
        Object known = extras();
        if (known != null) {
            EXTRAS.setRelease(this, known instanceof Particulars particulars ? particulars.remains() : null);
        }
    }
}
