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
 * A component with leaves below it and a leaf's workers below each, in a time that stands still, to test decisions with
 * numbers made by hand. For the test's own thread; any thread may use the component once the scene is {@link #ready}.
 */
public final class ComponentScene {
    private static final Implementation ELSEWHERE = new Implementation() {};

    /** Work for CPUs and for CUDA devices, with two ways to do it there. */
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
     * A component below a leaf, without anything below itself.
     *
     * @param factory makes it
     * @param parameters each {@code name=value}
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
     * Puts a store with workers below the component.
     *
     * @param below made by {@link #cpu} and {@link #cuda}
     * @return this
     */
    public ComponentScene store(FakeWorker... below) {
        return leaf(null, true, below);
    }

    /**
     * Puts workers directly below the component.
     *
     * @param below made by {@link #cpu} and {@link #cuda}
     * @return this
     */
    public ComponentScene direct(FakeWorker... below) {
        return leaf(null, false, below);
    }

    /**
     * Puts a store with workers below the component, as a branch.
     *
     * @param label of the branch
     * @param below made by {@link #cpu} and {@link #cuda}
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
     * A CPU worker in main memory.
     *
     * @return with the next id
     */
    public FakeWorker cpu() {
        return add(new FakeWorker(workers.size(), Architecture.CPU, 0));
    }

    /**
     * A CUDA worker with a memory node of its own.
     *
     * @return with the next id; its memory node has the same number
     */
    public FakeWorker cuda() {
        return add(new FakeWorker(workers.size(), Architecture.CUDA, workers.size()));
    }

    private FakeWorker add(FakeWorker worker) {
        workers.add(worker);
        return worker;
    }

    /**
     * Tells the component of what is below it.
     *
     * @return this
     */
    public ComponentScene ready() {
        policy.setWorkers(workers);
        place.workers(List.<Worker>copyOf(workers));
        return this;
    }

    /**
     * Sets what tasks take on a CPU and, with any implementation, on a CUDA device.
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
     * A task that any of the workers can execute.
     *
     * @return the next one
     */
    public FakeTask task() {
        return task(WORK, 0);
    }

    /**
     * A task.
     *
     * @param codelet what it does
     * @param priority any number
     * @return the next one, stamped
     */
    public FakeTask task(Codelet codelet, int priority) {
        FakeTask task = new FakeTask(++tasks, codelet, priority);
        policy.stamp(task, task.id());
        return task;
    }

    /**
     * Pushes a new task to the component.
     *
     * @return the number of the leaf that has it, or -1 if it was refused or is kept
     */
    public int push() {
        return push(task());
    }

    /**
     * Pushes a task to the component.
     *
     * @param task not in the scene yet
     * @return the number of the leaf that has it, or -1 if it was refused or is kept
     */
    public int push(Task task) {
        component().push(task);
        return whereIs(task);
    }

    /**
     * Where a task is.
     *
     * @param task was pushed
     * @return the number of the leaf that has it, or -1
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
     * The component.
     *
     * @return the one that the factory made
     */
    public SchedulingComponent component() {
        return place.component();
    }

    /**
     * One of the leaves.
     *
     * @param number in the order in which they were put there, from 0
     * @return the leaf
     */
    public FakeLeaf leaf(int number) {
        return leaves.get(number);
    }

    /**
     * What is above the component.
     *
     * @return a leaf that can give tasks to those who pull
     */
    public FakeLeaf above() {
        return (FakeLeaf) above.component();
    }

    /**
     * A worker.
     *
     * @param id from 0
     * @return the one with this id
     */
    public FakeWorker worker(int id) {
        return workers.get(id);
    }

    /**
     * What the core says of time.
     *
     * @return stands still until a test lets it pass
     */
    public VirtualClock clock() {
        return clock;
    }

    /**
     * What the core says of data.
     *
     * @return to be told how long they travel
     */
    public FakePlacement placement() {
        return placement;
    }

    /**
     * The core.
     *
     * @return with the notes on tasks
     */
    public FakePolicyContext policy() {
        return policy;
    }

    /**
     * What the core says of tasks' times.
     *
     * @return to be told them
     */
    public FakePredictor predictor() {
        return policy.predictor();
    }
}
