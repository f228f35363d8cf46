package org.asterism.core.internal.testing;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.VectorLayout;
import org.asterism.api.data.VectorView;
import org.asterism.api.model.LinkSettings;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.stepping.VirtualClock;
import org.asterism.kit.policy.TaskFifo;
import org.asterism.spi.policy.DataPlacement;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;

/**
 * A runtime in virtual time with one worker on each of several memory nodes. Each task says on which node it runs, so
 * whatever is copied, and when, is known beforehand.
 */
public final class NodesBench implements AutoCloseable {
    public final VirtualClock clock = new VirtualClock();
    public final Laboratory laboratory = new Laboratory();
    public final NodesDriver driver;
    public final DriverPlugin plugin;
    public final TaskRuntime runtime;

    /** Is called with each task that becomes ready, and the worker it is for. */
    public BiConsumer<Task, Worker> whenPushed = (task, worker) -> {};

    private DataPlacement placement;

    /** Makes it: a copy takes a nanosecond per byte, and memories reach each other if that is said. */
    public NodesBench(int nodes, long capacity, boolean peers) {
        this(new NodesDriver(nodes, nodes, capacity, 1, peers), LinkSettings.defaults());
    }

    /** Makes it with a driver of the test's own. */
    public NodesBench(NodesDriver driver, LinkSettings links) {
        this(driver, RuntimeConfiguration.defaults().withLinks(links));
    }

    /** Makes it with a driver and a configuration of the test's own. */
    public NodesBench(NodesDriver driver, RuntimeConfiguration configuration) {
        this.driver = driver;
        plugin = laboratory.addDriver("nodes", driver);
        laboratory.addPolicy("placed", context -> {
            placement = context.placement();
            return new Placed(context);
        });
        runtime = laboratory.factory.create(configuration.withPolicy("placed").withClock(clock));
    }

    /** What a policy may ask of the data. */
    public DataPlacement placement() {
        return placement;
    }

    public NodesDriver.Memory memory(int node) {
        return driver.memories().get(node - 1);
    }

    /** Registers an array that lives on the heap. */
    public DataHandle vector(long... values) {
        return runtime.data().vector(MemorySegment.ofArray(values), ElementType.LONG, values.length);
    }

    /** Registers so many bytes, a multiple of 64. */
    public DataHandle bytes(int number) {
        return vector(new long[number / 8]);
    }

    /** Registers longs that have no home. */
    public DataHandle temporary(int length) {
        return runtime.data().temporary(new VectorLayout(ElementType.LONG, length));
    }

    /** Makes a task that runs on a node and takes so long. */
    public Task task(int node, long nanos, Kernel kernel, Access... modes) {
        return runtime.task(
                        Codelet.named("task@" + node).access(modes).cpu(kernel).build())
                .argument(nanos);
    }

    /** Submits a task on a node that uses data. */
    public Task use(int node, Access mode, DataHandle handle) {
        return use(node, mode, handle, 0);
    }

    public Task use(int node, Access mode, DataHandle handle, long nanos) {
        return task(node, nanos, kernel -> {}, mode).data(handle).submit();
    }

    /** Submits a task that sets the first element of a vector. */
    public Task set(int node, DataHandle vector, long value) {
        return task(node, 0, kernel -> kernel.view(0, VectorView.class).setLong(0, value), Access.W)
                .data(vector)
                .submit();
    }

    /** Submits a task that adds to the first element of a vector. */
    public Task add(int node, DataHandle vector, long value) {
        Kernel adding = kernel -> kernel.view(0, VectorView.class)
                .setLong(0, kernel.view(0, VectorView.class).getLong(0) + value);
        return task(node, 0, adding, Access.RW).data(vector).submit();
    }

    /** Has a task tell the first element of a vector. */
    public long get(int node, DataHandle vector) throws InterruptedException {
        long[] seen = new long[1];
        task(node, 0, kernel -> seen[0] = kernel.view(0, VectorView.class).getLong(0), Access.R)
                .data(vector)
                .submit()
                .await();
        return seen[0];
    }

    /** Lets time pass. */
    public void pass(long nanos) throws InterruptedException {
        task(0, nanos, kernel -> {}).submit().await();
    }

    @Override
    public void close() {
        laboratory.close();
    }

    /** A queue for each worker. */
    private final class Placed implements SchedulingPolicy {
        private final PolicyContext context;
        private final Map<Integer, TaskFifo> queues = new HashMap<>();

        Placed(PolicyContext context) {
            this.context = context;
        }

        @Override
        public void addWorkers(List<Worker> workers) {
            workers.forEach(context::wake);
        }

        @Override
        public void removeWorkers(List<Worker> workers) {
            // What is queued for them waits.
        }

        private TaskFifo queue(int node) {
            return queues.computeIfAbsent(node, any -> new TaskFifo());
        }

        @Override
        public void push(Task task) {
            String name = task.codelet().name();
            int node = Integer.parseInt(name.substring(name.indexOf('@') + 1));
            queue(node).add(task);
            for (Worker worker : context.workers()) {
                if (worker.memoryNode() == node) {
                    whenPushed.accept(task, worker);
                    context.wake(worker);
                }
            }
        }

        @Override
        public Task pop(Worker worker) {
            return queue(worker.memoryNode()).takeFor(worker);
        }

        @Override
        public void drain(Consumer<? super Task> sink) {
            queues.values().forEach(queue -> queue.takeAll(sink));
        }
    }
}
