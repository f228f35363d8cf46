package org.asterism.bench.parts;

import java.util.List;
import java.util.Optional;
import org.asterism.api.Clock;
import org.asterism.api.CombinedWorker;
import org.asterism.api.PriorityRange;
import org.asterism.api.Task;
import org.asterism.api.TaskGraph;
import org.asterism.api.Worker;
import org.asterism.api.model.Predictor;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Notes;
import org.asterism.spi.policy.DataPlacement;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.PolicyProperties;
import org.asterism.spi.policy.Relaxation;
import org.asterism.spi.policy.WorkerLock;
import org.asterism.spi.topology.Topology;
import org.asterism.spi.topology.TopologyObject;

/** Implements only the stamps of tasks, in the same way as the core. */
final class StampedJobs implements PolicyContext {
    @Override
    public void stamp(Task task, long number) {
        Notes.stamp((Job) task, number);
    }

    @Override
    public long stamp(Task task) {
        return Notes.stamp((Job) task);
    }

    private static UnsupportedOperationException unsupported() {
        return new UnsupportedOperationException("only stamps are known");
    }

    @Override
    public PriorityRange priorities() {
        return PriorityRange.ANY;
    }

    @Override
    public String contextName() {
        throw unsupported();
    }

    @Override
    public PolicyProperties properties() {
        throw unsupported();
    }

    @Override
    public Clock clock() {
        throw unsupported();
    }

    @Override
    public List<Worker> workers() {
        throw unsupported();
    }

    @Override
    public Worker currentWorker() {
        throw unsupported();
    }

    @Override
    public boolean wake(Worker worker) {
        throw unsupported();
    }

    @Override
    public WorkerLock lock(Worker worker) {
        throw unsupported();
    }

    @Override
    public WorkerLock tryLock(Worker worker) {
        throw unsupported();
    }

    @Override
    public Relaxation relax() {
        throw unsupported();
    }

    @Override
    public boolean isBlockedInParallel(Worker worker) {
        throw unsupported();
    }

    @Override
    public boolean wakeOneFor(Task task) {
        throw unsupported();
    }

    @Override
    public void wakeSomeFor(Task task, int most) {
        throw unsupported();
    }

    @Override
    public DataPlacement placement() {
        throw unsupported();
    }

    @Override
    public Predictor predictor() {
        throw unsupported();
    }

    @Override
    public TaskGraph graph() {
        throw unsupported();
    }

    @Override
    public void choose(Task task, int implementation) {
        throw unsupported();
    }

    @Override
    public List<CombinedWorker> combinedWorkers() {
        throw unsupported();
    }

    @Override
    public void team(Task task, CombinedWorker workers) {
        throw unsupported();
    }

    @Override
    public void predict(Task task, float nanos, float transferNanos) {
        throw unsupported();
    }

    @Override
    public float predictedNanos(Task task) {
        throw unsupported();
    }

    @Override
    public float predictedTransferNanos(Task task) {
        throw unsupported();
    }

    @Override
    public List<Worker> nearest(Worker worker) {
        throw unsupported();
    }

    @Override
    public Optional<Topology> topology() {
        throw unsupported();
    }

    @Override
    public Optional<TopologyObject> topologyObject(Worker worker) {
        throw unsupported();
    }

    @Override
    public long seed() {
        throw unsupported();
    }
}
