package org.asterism.tck;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.asterism.api.Architecture;
import org.asterism.api.StepResult;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.WorkerState;

/** A worker that does nothing but sleep and be woken. It is awake at first. Any thread may use it. */
public final class FakeWorker implements Worker {
    private final int id;
    private final Architecture architecture;
    private final int memoryNode;
    private final Map<String, Object> properties;
    private final AtomicBoolean asleep = new AtomicBoolean();
    private final AtomicLong executed = new AtomicLong();

    /**
     * A worker in main memory.
     *
     * @param id its number
     * @param architecture what it can execute
     */
    public FakeWorker(int id, Architecture architecture) {
        this(id, architecture, 0);
    }

    /**
     * A worker with a memory node.
     *
     * @param id its number
     * @param architecture what it can execute
     * @param memoryNode where its data are
     */
    public FakeWorker(int id, Architecture architecture, int memoryNode) {
        this(id, architecture, memoryNode, Map.of());
    }

    /**
     * A worker of which something is known.
     *
     * @param id its number
     * @param architecture what it can execute
     * @param memoryNode where its data are
     * @param properties what its driver says of it
     */
    public FakeWorker(int id, Architecture architecture, int memoryNode, Map<String, Object> properties) {
        this.id = id;
        this.architecture = Objects.requireNonNull(architecture, "architecture");
        this.memoryNode = memoryNode;
        this.properties = Map.copyOf(properties);
    }

    /** Lets the worker say that it sleeps. A real worker then pops once more before it really does. */
    public void fallAsleep() {
        asleep.set(true);
    }

    /**
     * Ends its sleep.
     *
     * @return true if it slept and this call ended it
     */
    public boolean wakeUp() {
        return asleep.compareAndSet(true, false);
    }

    /**
     * Whether it sleeps.
     *
     * @return the answer at some moment during the call
     */
    public boolean isAsleep() {
        return asleep.get();
    }

    /** Counts a task as executed. */
    public void countExecuted() {
        executed.incrementAndGet();
    }

    @Override
    public int id() {
        return id;
    }

    @Override
    public String name() {
        return architecture.name() + "-" + id;
    }

    @Override
    public Architecture architecture() {
        return architecture;
    }

    @Override
    public int memoryNode() {
        return memoryNode;
    }

    @Override
    public Map<String, Object> properties() {
        return properties;
    }

    @Override
    public WorkerState state() {
        return isAsleep() ? WorkerState.SLEEPING : WorkerState.SCHEDULING;
    }

    @Override
    public long executedTasks() {
        return executed.get();
    }

    @Override
    public boolean canExecute(Task task) {
        return task instanceof FakeTask fake && fake.allows(this);
    }

    @Override
    public StepResult runOnce() {
        throw new IllegalStateException(name() + " is a double: its test pops for it");
    }

    @Override
    public String toString() {
        return name();
    }
}
