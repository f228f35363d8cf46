package org.asterism.tck;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.asterism.api.AccessMode;
import org.asterism.api.Codelet;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskState;
import org.asterism.api.data.DataHandle;

/**
 * A task that is ready, and that nobody will run: all that a policy may look at, and nothing behind it. What would need a
 * runtime throws {@link UnsupportedOperationException}.
 */
public final class FakeTask implements Task {
    private final long id;
    private final Codelet codelet;
    private final int priority;

    /**
     * A task as a policy sees it.
     *
     * @param id its number
     * @param codelet says where it can run
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
        return TaskState.READY;
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
    public Task data(DataHandle... handles) {
        throw unsupported("data");
    }

    @Override
    public Task access(DataHandle handle, AccessMode mode) {
        throw unsupported("access");
    }

    @Override
    public Task argument(Object argument) {
        throw unsupported("argument");
    }

    @Override
    public Task priority(int changed) {
        throw unsupported("priority(int)");
    }

    @Override
    public Task after(Task... predecessors) {
        throw unsupported("after");
    }

    @Override
    public Task onCompletion(Consumer<? super Task> callback) {
        throw unsupported("onCompletion");
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

    private UnsupportedOperationException unsupported(String method) {
        return new UnsupportedOperationException(this + " is a double without a runtime and has no " + method
                + "; a policy may ask a ready task for its" + " id, codelet, priority and state");
    }

    @Override
    public String toString() {
        return codelet.name() + "#" + id + (priority == 0 ? "" : " (priority " + priority + ")");
    }
}
