package org.asterism.tck;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
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

/**
 * Ready task that never runs, with all properties that a policy may read. Methods that need a runtime throw
 * {@link UnsupportedOperationException}.
 */
public final class FakeTask implements Task {
    private final long id;
    private final Codelet codelet;
    private final int priority;
    private long architectures = -1;
    private Predicate<? super Worker> allowed;
    private DataHandle[] handles = {};
    private Object hint;
    private volatile TaskState state = TaskState.READY;

    /**
     * Creates a task.
     *
     * @param id id of the task
     * @param codelet codelet, which determines where it can run
     * @param priority any number
     */
    public FakeTask(long id, Codelet codelet, int priority) {
        this.id = id;
        this.codelet = Objects.requireNonNull(codelet, "codelet");
        this.priority = priority;
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public Codelet codelet() {
        return codelet;
    }

    @Override
    public int priority() {
        return priority;
    }

    @Override
    public TaskState state() {
        return state;
    }

    /**
     * Sets the state of the task; by default {@link TaskState#READY}.
     *
     * @param known state that the policy sees
     */
    public void setState(TaskState known) {
        state = Objects.requireNonNull(known, "known");
    }

    @Override
    public Optional<Throwable> failure() {
        return Optional.empty();
    }

    @Override
    public SchedulingContext context() {
        throw unsupported("context");
    }

    @Override
    public int dataCount() {
        return handles.length;
    }

    @Override
    public DataHandle handle(int index) {
        return handles[index];
    }

    @Override
    public Access accessMode(int index) {
        return codelet.accessModes().get(index);
    }

    @Override
    public long architectureSet() {
        return codelet.architectureSet() & architectures;
    }

    @Override
    public boolean isRestricted() {
        return codelet.hasCondition() || allowed != null;
    }

    /** Whether a worker can execute the task by the core's rules. */
    boolean allows(Worker worker) {
        return (architectureSet() & (1L << worker.architecture().index())) != 0
                && (allowed == null || allowed.test(worker))
                && (!codelet.hasCondition() || codelet.condition().orElseThrow().test(worker, this));
    }

    @Override
    public Optional<TaskBundle> bundle() {
        return Optional.empty();
    }

    @Override
    public FakeTask data(DataHandle... some) {
        handles = some.clone();
        return this;
    }

    @Override
    public Task access(DataHandle handle, Access mode) {
        throw unsupported("access");
    }

    @Override
    public Task argument(Object argument) {
        throw unsupported("argument");
    }

    @Override
    public Task priority(int changed) {
        throw unsupported("priority");
    }

    @Override
    public Task after(Task... predecessors) {
        throw unsupported("after");
    }

    @Override
    public Task after(CompletionStage<?>... stages) {
        throw unsupported("after");
    }

    @Override
    public Task afterTags(long... tags) {
        throw unsupported("afterTags");
    }

    @Override
    public Task tag(long tag) {
        throw unsupported("tag");
    }

    @Override
    public Task endAfter(Task... tasks) {
        throw unsupported("endAfter");
    }

    @Override
    public Task sequentialConsistency(boolean ordered) {
        throw unsupported("sequentialConsistency");
    }

    @Override
    public Task unordered(DataHandle... handles) {
        throw unsupported("unordered");
    }

    @Override
    public FakeTask where(Architecture... some) {
        architectures = 0;
        for (Architecture architecture : some) {
            architectures |= 1L << architecture.index();
        }
        return this;
    }

    @Override
    public FakeTask where(Predicate<? super Worker> some) {
        allowed = Objects.requireNonNull(some, "some");
        return this;
    }

    @Override
    public Task on(Worker worker) {
        throw unsupported("on");
    }

    @Override
    public Task on(Worker worker, long order) {
        throw unsupported("on");
    }

    @Override
    public Task on(CombinedWorker workers) {
        throw unsupported("on");
    }

    @Override
    public Task bundle(TaskBundle bundle) {
        throw unsupported("bundle");
    }

    @Override
    public Task prologue(Consumer<? super Task> callback) {
        throw unsupported("prologue");
    }

    @Override
    public Task onReady(Consumer<? super Task> callback) {
        throw unsupported("onReady");
    }

    @Override
    public Task onStart(Consumer<? super Task> callback) {
        throw unsupported("onStart");
    }

    @Override
    public Task epilogue(Consumer<? super Task> callback) {
        throw unsupported("epilogue");
    }

    @Override
    public Task onCompletion(Consumer<? super Task> callback) {
        throw unsupported("onCompletion");
    }

    @Override
    public Task repeatWhile(Predicate<? super Task> again) {
        throw unsupported("repeatWhile");
    }

    @Override
    public Task detached() {
        throw unsupported("detached");
    }

    @Override
    public Task submit() {
        throw unsupported("submit");
    }

    @Override
    public void await() {
        throw unsupported("await");
    }

    @Override
    public boolean await(Duration time) {
        throw unsupported("await");
    }

    @Override
    public boolean cancel() {
        throw unsupported("cancel");
    }

    @Override
    public CompletionStage<Task> completion() {
        throw unsupported("completion");
    }

    @Override
    public <T> CompletionStage<T> result(Class<T> type) {
        throw unsupported("result");
    }

    private UnsupportedOperationException unsupported(String method) {
        return new UnsupportedOperationException(this + " is a double without a runtime and has no " + method
                + "; a policy may ask a ready task for its id, codelet, priority and state, and where it can run");
    }

    @Override
    public String toString() {
        return codelet.name() + "#" + id + (priority == 0 ? "" : " (priority " + priority + ")")
                + (isRestricted() ? " (restricted)" : "");
    }

    @Override
    public FakeTask hint(Object some) {
        hint = some;
        return this;
    }

    @Override
    public Object hint() {
        return hint;
    }

    @Override
    public Task flops(double operations) {
        throw unsupported("flops");
    }

    @Override
    public double flops() {
        return 0;
    }

    @Override
    public int footprint() {
        return 0;
    }

    @Override
    public long dataBytes() {
        return 0;
    }

    @Override
    public int implementation() {
        return 0;
    }
}
