package org.asterism.core.internal.context;

import java.util.Map;
import java.util.function.Consumer;
import org.asterism.api.Architecture;
import org.asterism.api.StepResult;
import org.asterism.api.Task;
import org.asterism.api.WorkerState;
import org.asterism.core.internal.protocol.WorkerLocking;
import org.asterism.core.internal.protocol.WorkerProtocol;
import org.asterism.core.internal.task.Eligibility;
import org.asterism.core.internal.task.Job;
import org.asterism.spi.driver.UnitTiming;

/** A worker that a test steps by hand: it takes tasks and runs none. */
final class ByHand implements ContextWorker {
    private final int id;
    private final int memoryNode;
    private final Runnable whenAsked;
    private final GateSlot slot = new GateSlot(false);
    private final WorkerProtocol protocol = new WorkerProtocol();
    private final WorkerLocking locking = new WorkerLocking(protocol, "by-hand");
    private final BoundTasks bound = new BoundTasks(this);
    private Context context;

    /** Where the task comes from that it has taken last. */
    final TaskOrigin origin = new TaskOrigin();

    /** How often somebody tried to wake it. */
    int wakeUps;

    /**
     * @param id its number
     * @param memoryNode where its data are
     * @param whenAsked is run when somebody asks whether it can execute a task
     */
    ByHand(int id, int memoryNode, Runnable whenAsked) {
        this.id = id;
        this.memoryNode = memoryNode;
        this.whenAsked = whenAsked;
    }

    @Override
    public boolean canExecute(Task task) {
        whenAsked.run();
        return !task.isRestricted() || Eligibility.allows((Job) task, this);
    }

    @Override
    public GateSlot slot(Context asked) {
        return asked == context ? slot : null;
    }

    @Override
    public WorkerProtocol protocol() {
        return protocol;
    }

    @Override
    public WorkerLocking locking() {
        return locking;
    }

    @Override
    public void join(Context joined) {
        context = joined;
    }

    @Override
    public void ranksChanged() {}

    @Override
    public void leave(Context left) {
        context = null;
    }

    @Override
    public boolean isScheduling() {
        return slot.isInside();
    }

    @Override
    public void defer(Runnable change, String what) {
        throw new UnsupportedOperationException();
    }

    /** Takes a task of a context. */
    Job popFrom(Context asked) {
        return asked.pop(this, origin, true);
    }

    @Override
    public boolean isAsleep() {
        return false;
    }

    @Override
    public boolean wakeUp(Context counting) {
        wakeUps++;
        return false;
    }

    @Override
    public boolean wakeForOwnTask() {
        wakeUps++;
        return false;
    }

    @Override
    public BoundTasks boundTasks() {
        return bound;
    }

    @Override
    public BoundTasks makeBoundTasks() {
        return bound;
    }

    @Override
    public boolean takeCredit(Context counting) {
        return false;
    }

    @Override
    public void forEachUnderWay(Consumer<Job> visitor) {}

    @Override
    public Job glance() {
        return null;
    }

    @Override
    public int id() {
        return id;
    }

    @Override
    public String name() {
        return "by-hand-" + id;
    }

    @Override
    public Architecture architecture() {
        return Architecture.CPU;
    }

    @Override
    public int memoryNode() {
        return memoryNode;
    }

    @Override
    public Map<String, Object> properties() {
        return Map.of();
    }

    @Override
    public WorkerState state() {
        return WorkerState.SCHEDULING;
    }

    @Override
    public long executedTasks() {
        return 0;
    }

    @Override
    public StepResult runOnce() {
        throw new UnsupportedOperationException();
    }

    @Override
    public UnitTiming timing() {
        return null;
    }
}
