package org.asterism.core.internal.context;

import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Optional;
import org.asterism.api.Clock;
import org.asterism.api.CombinedWorker;
import org.asterism.api.PriorityRange;
import org.asterism.api.Task;
import org.asterism.api.TaskGraph;
import org.asterism.api.Worker;
import org.asterism.api.model.Predictor;
import org.asterism.core.internal.protocol.WorkerLocking;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Notes;
import org.asterism.spi.policy.DataPlacement;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.PolicyProperties;
import org.asterism.spi.policy.Relaxation;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.WorkerLock;
import org.asterism.spi.topology.Topology;
import org.asterism.spi.topology.TopologyObject;

/**
 * The services of a context for its policy.
 *
 * <p><b>Waking.</b> A worker that finds nothing announces its sleep, looks once more, and only then parks. A thread
 * that pushes a task makes it available first and looks for sleepers second. There is a full fence on both sides, so
 * one of the two sees the other. So no task stays queued while a worker that could run it sleeps.
 */
final class PolicyView implements PolicyContext {
    private final Context context;
    private final ContextHome home;
    private final PolicyProperties properties;

    PolicyView(Context context, ContextHome home, PolicyProperties properties) {
        this.context = context;
        this.home = home;
        this.properties = properties;
    }

    @Override
    public void decided(Task task, Worker worker, double start, double length, double transfer, double joules) {
        home.observers().decided(task, worker, start, length, transfer, joules);
    }

    @Override
    public void stored(Task task, String component) {
        home.observers().stored(task, context, component);
    }

    @Override
    public void treeChanged(SchedulingPolicy policy) {
        context.pool().trees().changed(policy);
    }

    @Override
    public PriorityRange priorities() {
        return context.description().priorities();
    }

    @Override
    public String contextName() {
        return context.name();
    }

    @Override
    public PolicyProperties properties() {
        return properties;
    }

    @Override
    public Clock clock() {
        return home.clock();
    }

    @Override
    public List<Worker> workers() {
        return context.workers();
    }

    @Override
    public Worker currentWorker() {
        ContextWorker self = home.currentWorker();
        return self == null || self.slot(context) == null ? null : self;
    }

    /**
     * Whether no worker need be woken, because the thread that closed the gate will wake all when it opens. A fence
     * like the one below lies in between, unless that thread itself asks while it gives a policy thousands of tasks.
     */
    private boolean isClosed() {
        if (context.pool().isOpen()) {
            return false;
        }
        if (context.isChangedHere()) {
            return true;
        }
        VarHandle.fullFence();
        return !context.pool().isOpen();
    }

    @Override
    public boolean wake(Worker worker) {
        if (isClosed()) {
            return false;
        }
        VarHandle.fullFence();
        return worker instanceof ContextWorker ours && ours.wakeUp(context);
    }

    @Override
    public WorkerLock lock(Worker worker) {
        return locking(worker).lock(ownLocking());
    }

    @Override
    public WorkerLock tryLock(Worker worker) {
        return locking(worker).tryLock(ownLocking());
    }

    @Override
    public Relaxation relax() {
        WorkerLocking own = ownLocking();
        return own == null ? Relaxation.NONE : own.relax();
    }

    @Override
    public boolean isBlockedInParallel(Worker worker) {
        return locking(worker).isBlockedInParallel(ownLocking());
    }

    private WorkerLocking locking(Worker worker) {
        if (worker instanceof ContextWorker ours) {
            return ours.locking();
        }
        throw new IllegalArgumentException("context '" + context.name() + "' has no worker " + worker + "; it has "
                + context.workers() + ": ask for one of PolicyContext.workers()");
    }

    /** The calling worker's, also if it does not belong to this context: it may be in an operation of another one. */
    private WorkerLocking ownLocking() {
        ContextWorker self = home.currentWorker();
        return self == null ? null : self.locking();
    }

    @Override
    public boolean wakeOneFor(Task task) {
        if (isClosed()) {
            return false;
        }
        VarHandle.fullFence();
        if (home.sleepers() == 0) {
            return false;
        }
        ContextWorker self = home.currentWorker();
        // A worker that was taken out may end a task still, but does not pop here any more.
        if (self != null && self.slot(context) != null && self.canExecute(task) && self.takeCredit(context)) {
            return false;
        }
        long architectures = task.architectureSet();
        for (int id = home.nextSleeper(architectures, 0); id >= 0; id = home.nextSleeper(architectures, id + 1)) {
            ContextWorker worker = context.member(id);
            if (worker != null && worker.isAsleep() && worker.canExecute(task) && worker.wakeUp(context)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void wakeSomeFor(Task task, int most) {
        if (isClosed()) {
            return;
        }
        VarHandle.fullFence();
        if (home.sleepers() == 0) {
            return;
        }
        // It may have announced its sleep, and pops once more before it sleeps.
        ContextWorker self = home.currentWorker();
        long architectures = task.architectureSet();
        int left = most;
        for (int id = home.nextSleeper(architectures, 0);
                id >= 0 && left > 0;
                id = home.nextSleeper(architectures, id + 1)) {
            ContextWorker worker = context.member(id);
            boolean isOther = worker != null && worker != self;
            if (isOther && worker.isAsleep() && worker.canExecute(task) && worker.wakeUp(context)) {
                left--;
            }
        }
    }

    @Override
    public DataPlacement placement() {
        return home.placement();
    }

    @Override
    public Predictor predictor() {
        return home.predictor();
    }

    @Override
    public TaskGraph graph() {
        return home.graph();
    }

    @Override
    public void choose(Task task, int implementation) {
        ((Job) task).choose(implementation);
    }

    @Override
    public List<CombinedWorker> combinedWorkers() {
        return context.combinedWorkers();
    }

    @Override
    public void team(Task task, CombinedWorker workers) {
        ((Job) task).team(workers);
    }

    @Override
    public void predict(Task task, float nanos, float transferNanos) {
        Notes.predict((Job) task, nanos, transferNanos);
    }

    @Override
    public float predictedNanos(Task task) {
        return Notes.predictedNanos((Job) task);
    }

    @Override
    public float predictedTransferNanos(Task task) {
        return Notes.predictedTransferNanos((Job) task);
    }

    @Override
    public void stamp(Task task, long number) {
        Notes.stamp((Job) task, number);
    }

    @Override
    public long stamp(Task task) {
        return Notes.stamp((Job) task);
    }

    @Override
    public List<Worker> nearest(Worker worker) {
        return home.nearest(worker, context.workers());
    }

    @Override
    public Optional<Topology> topology() {
        return home.topology().machine();
    }

    @Override
    public Optional<TopologyObject> topologyObject(Worker worker) {
        return home.topology().objectOf(worker);
    }

    @Override
    public long seed() {
        return home.seed();
    }
}
