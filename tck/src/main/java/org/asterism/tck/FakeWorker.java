package org.asterism.tck;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.asterism.api.Architecture;
import org.asterism.api.StepResult;
import org.asterism.api.Task;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.api.WorkerState;
import org.asterism.spi.policy.SchedulingPolicy;

/** Worker that sleeps, is woken, and runs tasks without kernels. It is initially awake. Thread-safe. */
public final class FakeWorker implements Worker {
    private final int id;
    private final Architecture architecture;
    private final int memoryNode;
    private final Map<String, Object> properties;
    private final AtomicBoolean asleep = new AtomicBoolean();
    private final AtomicLong executed = new AtomicLong();

    /**
     * Creates a worker in main memory.
     *
     * @param id id of the worker
     * @param architecture architecture of the worker
     */
    public FakeWorker(int id, Architecture architecture) {
        this(id, architecture, 0);
    }

    /**
     * Creates a worker with a memory node.
     *
     * @param id id of the worker
     * @param architecture architecture of the worker
     * @param memoryNode memory node of its data
     */
    public FakeWorker(int id, Architecture architecture, int memoryNode) {
        this(id, architecture, memoryNode, Map.of());
    }

    /**
     * Creates a worker with properties.
     *
     * @param id id of the worker
     * @param architecture architecture of the worker
     * @param memoryNode memory node of its data
     * @param properties properties that its driver reports
     */
    public FakeWorker(int id, Architecture architecture, int memoryNode, Map<String, Object> properties) {
        this.id = id;
        this.architecture = Objects.requireNonNull(architecture, "architecture");
        this.memoryNode = memoryNode;
        this.properties = Map.copyOf(properties);
    }

    /** Announces that the worker sleeps. A real worker then pops once more before it falls asleep. */
    public void fallAsleep() {
        asleep.set(true);
    }

    /**
     * Wakes the worker.
     *
     * @return true if it slept and this call woke it
     */
    public boolean wakeUp() {
        return asleep.compareAndSet(true, false);
    }

    /**
     * Whether the worker sleeps.
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

    /**
     * Runs a task that the worker has popped: counts it, sets its states, and calls the policy's hooks as the core
     * does.
     *
     * @param task task that the policy has handed out to this worker
     * @param policy the policy
     */
    public void run(FakeTask task, SchedulingPolicy policy) {
        boolean isFollowed = policy.followsExecution(task, this);
        task.setState(TaskState.RUNNING);
        if (isFollowed) {
            policy.beforeExecution(task, this);
        }
        countExecuted();
        if (isFollowed) {
            policy.afterExecution(task, this);
        }
        task.setState(TaskState.DONE);
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
