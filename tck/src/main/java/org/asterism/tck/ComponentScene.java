package org.asterism.tck;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.SchedulingComponentFactory;

/**
 * Component with leaves and workers below it and a clock that stands still, to test decisions with chosen numbers. Only
 * the test's thread uses the scene; any thread may use the component once the scene is {@link #ready}.
 */
public final class ComponentScene {
    private static final Implementation ELSEWHERE = new Implementation() {};

    /** Codelet for CPUs and CUDA devices, with two implementations for the latter. */
    public static final Codelet WORK = Codelet.named("work")
            .cpu(kernel -> {})
            .implementation(Architecture.CUDA, ELSEWHERE)
            .implementation(Architecture.CUDA, ELSEWHERE)
            .build();

    private final VirtualClock clock = new VirtualClock();
    private final FakePlacement placement = new FakePlacement();
    private final FakePolicyContext policy = new FakePolicyContext(Map.of(), clock);
    private final FakeComponentContext above;
    private final FakeComponentContext place;
    private final List<FakeWorker> workers = new ArrayList<>();
    private final List<FakeLeaf> leaves = new ArrayList<>();
    private long tasks;

    /**
     * Creates a component below a leaf, without children.
     *
     * @param factory factory of the component
     * @param parameters parameters, each {@code name=value}
     */
    public ComponentScene(SchedulingComponentFactory factory, String... parameters) {
        Map<String, String> asked = new HashMap<>();
        for (String parameter : parameters) {
            int equals = parameter.indexOf('=');
            asked.put(parameter.substring(0, equals), parameter.substring(equals + 1));
        }
        policy.setPlacement(placement);
        above = new FakeComponentContext("above", Map.of(), policy, FakeLeaf::new);
        place = new FakeComponentContext("tested", asked, policy, factory::create);
        above.above(place);
    }

    /**
     * Adds a store with workers below the component.
     *
     * @param below workers from {@link #cpu} and {@link #cuda}
     * @return this
     */
    public ComponentScene store(FakeWorker... below) {
        return leaf(null, true, below);
    }

    /**
     * Adds workers directly below the component.
     *
     * @param below workers from {@link #cpu} and {@link #cuda}
     * @return this
     */
    public ComponentScene direct(FakeWorker... below) {
        return leaf(null, false, below);
    }

    /**
     * Adds a store with workers below the component, as a branch.
     *
     * @param label label of the branch
     * @param below workers from {@link #cpu} and {@link #cuda}
     * @return this
     */
    public ComponentScene branch(String label, FakeWorker... below) {
        return leaf(label, true, below);
    }

    private ComponentScene leaf(String label, boolean store, FakeWorker... below) {
        FakeComponentContext leaf = new FakeComponentContext("leaf-" + leaves.size(), Map.of(), policy, FakeLeaf::new);
        leaves.add(((FakeLeaf) leaf.component()).keep(store));
        leaf.workers(List.of(below));
        if (label == null) {
            place.above(leaf);
        } else {
            place.above(label, leaf);
        }
        return this;
    }

    /**
     * Creates a CPU worker in main memory.
     *
     * @return worker with the next id
     */
    public FakeWorker cpu() {
        return add(new FakeWorker(workers.size(), Architecture.CPU, 0));
    }

    /**
     * Creates a CUDA worker with its own memory node.
     *
     * @return worker with the next id; its memory node has the same number
     */
    public FakeWorker cuda() {
        return add(new FakeWorker(workers.size(), Architecture.CUDA, workers.size()));
    }

    private FakeWorker add(FakeWorker worker) {
        workers.add(worker);
        return worker;
    }

    /**
     * Announces the children to the component.
     *
     * @return this
     */
    public ComponentScene ready() {
        policy.setWorkers(workers);
        place.workers(List.<Worker>copyOf(workers));
        return this;
    }

    /**
     * Sets the predicted times on a CPU and, for any implementation, on a CUDA device.
     *
     * @param cpu nanoseconds, 0 or NaN
     * @param cuda nanoseconds, 0 or NaN
     * @return this
     */
    public ComponentScene times(double cpu, double cuda) {
        policy.predictor().times((task, worker, number) -> worker.architecture() == Architecture.CPU ? cpu : cuda);
        return this;
    }

    /**
     * Creates a task that any worker can execute.
     *
     * @return task with the next id
     */
    public FakeTask task() {
        return task(WORK, 0);
    }

    /**
     * Creates a task.
     *
     * @param codelet codelet of the task
     * @param priority any number
     * @return task with the next id and a stamp
     */
    public FakeTask task(Codelet codelet, int priority) {
        FakeTask task = new FakeTask(++tasks, codelet, priority);
        policy.stamp(task, task.id());
        return task;
    }

    /**
     * Pushes a new task to the component.
     *
     * @return number of the leaf that has it, or -1 if the component refused or kept it
     */
    public int push() {
        return push(task());
    }

    /**
     * Pushes a task to the component.
     *
     * @param task task that is not in the scene yet
     * @return number of the leaf that has it, or -1 if the component refused or kept it
     */
    public int push(Task task) {
        component().push(task);
        return whereIs(task);
    }

    /**
     * Finds a task.
     *
     * @param task task that was pushed
     * @return number of the leaf that has it, or -1
     */
    public int whereIs(Task task) {
        for (int index = 0; index < leaves.size(); index++) {
            if (leaves.get(index).taken().contains(task)) {
                return index;
            }
        }
        return -1;
    }

    /**
     * Returns the component.
     *
     * @return component that the factory created
     */
    public SchedulingComponent component() {
        return place.component();
    }

    /**
     * Returns a leaf.
     *
     * @param number number of the leaf in the order of their creation, from 0
     * @return the leaf
     */
    public FakeLeaf leaf(int number) {
        return leaves.get(number);
    }

    /**
     * Returns the parent of the component.
     *
     * @return leaf that can give tasks to pulling components
     */
    public FakeLeaf above() {
        return (FakeLeaf) above.component();
    }

    /**
     * Returns a worker.
     *
     * @param id id of the worker, from 0
     * @return worker with this id
     */
    public FakeWorker worker(int id) {
        return workers.get(id);
    }

    /**
     * Returns the clock.
     *
     * @return clock that stands still until a test advances it
     */
    public VirtualClock clock() {
        return clock;
    }

    /**
     * Returns the data placement.
     *
     * @return placement, for which the test sets transfer times
     */
    public FakePlacement placement() {
        return placement;
    }

    /**
     * Returns the policy context.
     *
     * @return context with the notes on tasks
     */
    public FakePolicyContext policy() {
        return policy;
    }

    /**
     * Returns the predictor.
     *
     * @return predictor, for which the test sets times
     */
    public FakePredictor predictor() {
        return policy.predictor();
    }
}
