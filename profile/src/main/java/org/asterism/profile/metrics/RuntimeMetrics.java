package org.asterism.profile.metrics;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.asterism.api.ContextLoad;
import org.asterism.api.ContextState;
import org.asterism.api.FormerWorker;
import org.asterism.api.MemoryNode;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.profile.Counter;
import org.asterism.profile.CounterSample;
import org.asterism.profile.CounterScope;
import org.asterism.profile.CounterSet;
import org.asterism.profile.Counters;

/**
 * Reads the metrics of one runtime. All the work is done by the call of {@link #read}: nothing runs between two calls.
 * From the first call on, workers read the clock before and after each task, as for any reader of
 * {@link ContextLoad#busyNanos}. Codelets are counted {@link #ofTasksByCodelet on demand} only.
 *
 * <p>Any thread may use it.
 */
public final class RuntimeMetrics implements AutoCloseable {
    private static final double NANOS_PER_SECOND = 1e9;

    private final String name;
    private final Counters codelets;

    /** Null as soon as this is closed, so that it does not keep the runtime. */
    private volatile TaskRuntime runtime;

    private RuntimeMetrics(String name, TaskRuntime runtime, Counters codelets) {
        this.name = name;
        this.runtime = runtime;
        this.codelets = codelets;
    }

    /**
     * Metrics that the runtime's own counters give.
     *
     * @param name the value of the label {@code runtime}
     * @param runtime the runtime; it is not started
     * @return all metrics but those by codelet
     */
    public static RuntimeMetrics of(String name, TaskRuntime runtime) {
        return new RuntimeMetrics(name, runtime, null);
    }

    /**
     * All metrics. Kernels are counted by codelet from now on, which costs a few memory accesses per task, until this
     * is closed.
     *
     * @param name the value of the label {@code runtime}
     * @param runtime the runtime; it is not started
     * @return all metrics
     */
    public static RuntimeMetrics ofTasksByCodelet(String name, TaskRuntime runtime) {
        return new RuntimeMetrics(name, runtime, Counters.of(runtime));
    }

    /**
     * Returns the name of the runtime.
     *
     * @return the value of the label {@code runtime}
     */
    public String name() {
        return name;
    }

    /**
     * Reads all values.
     *
     * @return only an {@link Metric#UPTIME uptime} of 0 if no program has used the runtime yet; empty if this is closed
     */
    public List<Sample> read() {
        TaskRuntime open = runtime;
        if (open == null) {
            return List.of();
        }
        List<Sample> samples = new ArrayList<>();
        if (!open.hasBegun()) {
            add(samples, Metric.UPTIME, 0);
            return samples;
        }
        Map<Integer, Worker> workers = new TreeMap<>();
        open.workers().forEach(worker -> workers.put(worker.id(), worker));
        Collection<FormerWorker> former = open.formerWorkers();
        SchedulingContext first = open.defaultContext();
        add(samples, Metric.UPTIME, (open.clock().nanoTime() - first.createdNanoTime()) / NANOS_PER_SECOND);
        addWorkers(samples, workers.values());
        add(
                samples,
                Metric.LOST_WORKERS,
                former.stream().filter(each -> each.loss().isPresent()).count());
        open.contexts().forEach(context -> addContext(samples, context, workers));
        open.memoryNodes().forEach(node -> addNode(samples, node));
        if (codelets != null) {
            addCodelets(samples);
        }
        return samples;
    }

    private void addWorkers(List<Sample> samples, Collection<Worker> workers) {
        Map<List<String>, Integer> states = new HashMap<>();
        for (Worker worker : workers) {
            String architecture = worker.architecture().name();
            states.merge(List.of(architecture, word(worker.state())), 1, Integer::sum);
            add(samples, Metric.WORKER_TASKS, worker.executedTasks(), worker.name(), architecture);
        }
        states.forEach((labels, count) -> samples.add(new Sample(Metric.WORKERS, name, labels, count)));
    }

    private void addContext(List<Sample> samples, SchedulingContext context, Map<Integer, Worker> workers) {
        String label = context.name();
        ContextLoad load = context.load();
        add(samples, Metric.CONTEXT_WORKERS, context.workers().size(), label);
        add(samples, Metric.CONTEXT_PARKED, context.state() == ContextState.PARKED ? 1 : 0, label);
        add(samples, Metric.POLICY_SWAPS, context.policyChanges(), label);
        add(samples, Metric.SUBMITTED_TASKS, load.submitted(), label);
        add(samples, Metric.TASKS, load.done(), label, "done");
        add(samples, Metric.TASKS, load.failed(), label, "failed");
        add(samples, Metric.TASKS, load.cancelled(), label, "cancelled");
        // The counts are of slightly different moments.
        add(samples, Metric.WAITING_TASKS, Math.max(0, load.left() - load.ready() - load.running()), label);
        add(samples, Metric.READY_TASKS, load.ready(), label);
        add(samples, Metric.RUNNING_TASKS, load.running(), label);
        Map<Integer, Long> busy = new TreeMap<>(load.busyNanos());
        context.workers().forEach(worker -> busy.putIfAbsent(worker.id(), 0L));
        busy.forEach((id, nanos) -> {
            Worker worker = workers.get(id);
            if (worker != null) {
                String architecture = worker.architecture().name();
                add(samples, Metric.WORKER_BUSY, nanos / NANOS_PER_SECOND, label, worker.name(), architecture);
            }
        });
    }

    private void addNode(List<Sample> samples, MemoryNode node) {
        if (node.capacity() != Long.MAX_VALUE) {
            add(samples, Metric.MEMORY_CAPACITY, node.capacity(), node.name());
        }
        add(samples, Metric.MEMORY_USED, node.used(), node.name());
        add(samples, Metric.MEMORY_CACHED, node.cached(), node.name());
        add(samples, Metric.RECEIVED, node.received(), node.name());
        add(samples, Metric.SENT, node.sent(), node.name());
    }

    private void addCodelets(List<Sample> samples) {
        for (CounterSample each :
                codelets.read(CounterSet.of(CounterScope.CODELET, Counter.EXECUTED, Counter.EXECUTION_TIME))) {
            add(samples, Metric.CODELET_TASKS, each.value(Counter.EXECUTED), each.name());
            add(samples, Metric.CODELET_SECONDS, each.value(Counter.EXECUTION_TIME) / NANOS_PER_SECOND, each.name());
        }
    }

    private void add(List<Sample> samples, Metric metric, double value, String... labels) {
        samples.add(new Sample(metric, name, List.of(labels), value));
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** Lets go of the runtime. Does nothing the second time. */
    @Override
    public void close() {
        runtime = null;
        if (codelets != null) {
            codelets.close();
        }
    }
}
