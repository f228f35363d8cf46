package org.asterism.policy.modular.internal.registry;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.asterism.api.Clock;
import org.asterism.api.CombinedWorker;
import org.asterism.api.PriorityRange;
import org.asterism.api.Task;
import org.asterism.api.TaskGraph;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.model.Predictor;
import org.asterism.spi.policy.DataPlacement;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.PolicyProperties;
import org.asterism.spi.policy.Relaxation;
import org.asterism.spi.policy.WorkerLock;
import org.asterism.spi.topology.Topology;
import org.asterism.spi.topology.TopologyObject;

/** Policy context with the workers of a runtime, for a tree that is built as a trial and never receives a task. */
final class TrialContext implements PolicyContext {
    private final TaskRuntime runtime;
    private final List<Worker> workers;

    TrialContext(TaskRuntime runtime) {
        this.runtime = runtime;
        workers = runtime.workers();
    }

    @Override
    public PriorityRange priorities() {
        return PriorityRange.ANY;
    }

    @Override
    public String contextName() {
        return "check";
    }

    @Override
    public PolicyProperties properties() {
        return new PolicyProperties(Map.of());
    }

    @Override
    public Clock clock() {
        return runtime.clock();
    }

    @Override
    public List<Worker> workers() {
        return workers;
    }

    @Override
    public Worker currentWorker() {
        return null;
    }

    @Override
    public boolean wake(Worker worker) {
        return false;
    }

    @Override
    public WorkerLock lock(Worker worker) {
        return WorkerLock.NONE;
    }

    @Override
    public WorkerLock tryLock(Worker worker) {
        return WorkerLock.NONE;
    }

    @Override
    public Relaxation relax() {
        return Relaxation.NONE;
    }

    @Override
    public boolean isBlockedInParallel(Worker worker) {
        return false;
    }

    @Override
    public boolean wakeOneFor(Task task) {
        return false;
    }

    @Override
    public void wakeSomeFor(Task task, int most) {
        // No worker waits for the tasks of a trial.
    }

    @Override
    public DataPlacement placement() {
        return new Nowhere(runtime.memoryNodes(), runtime.links());
    }

    @Override
    public Predictor predictor() {
        return runtime.predictor();
    }

    @Override
    public TaskGraph graph() {
        return runtime.graph();
    }

    @Override
    public void choose(Task task, int implementation) {
        throw noTasks();
    }

    @Override
    public List<CombinedWorker> combinedWorkers() {
        return runtime.defaultContext().combinedWorkers();
    }

    @Override
    public void team(Task task, CombinedWorker workers) {
        throw noTasks();
    }

    @Override
    public void predict(Task task, float nanos, float transferNanos) {
        throw noTasks();
    }

    @Override
    public float predictedNanos(Task task) {
        throw noTasks();
    }

    @Override
    public float predictedTransferNanos(Task task) {
        throw noTasks();
    }

    @Override
    public void stamp(Task task, long number) {
        throw noTasks();
    }

    @Override
    public long stamp(Task task) {
        throw noTasks();
    }

    @Override
    public List<Worker> nearest(Worker worker) {
        return workers;
    }

    /** Unknown, which every component must accept. */
    @Override
    public Optional<Topology> topology() {
        return Optional.empty();
    }

    @Override
    public Optional<TopologyObject> topologyObject(Worker worker) {
        return Optional.empty();
    }

    @Override
    public long seed() {
        return 0;
    }

    private static IllegalStateException noTasks() {
        return new IllegalStateException("a tree that is only checked has no tasks");
    }
}
