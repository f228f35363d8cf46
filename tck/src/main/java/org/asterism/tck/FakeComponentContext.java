package org.asterism.tck;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.WorkerSet;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.PolicyProperties;

/**
 * A place in a tree that a test composes by hand. For the test's own thread, as long as no other thread uses a
 * component.
 */
public final class FakeComponentContext implements ComponentContext {
    private final String name;
    private final PolicyProperties parameters;
    private final PolicyContext policy;
    private final Map<String, SchedulingComponent> branches = new ConcurrentHashMap<>();
    private final SchedulingComponent component;
    private volatile List<SchedulingComponent> children = List.of();
    private volatile List<SchedulingComponent> parents = List.of();
    private volatile WorkerSet workers = WorkerSet.EMPTY;
    private volatile WorkerSet workersInContext = WorkerSet.EMPTY;
    private List<CombinedWorker> combined = List.of();

    /**
     * Makes a component and its place.
     *
     * @param name unique among those that the test connects
     * @param parameters what the component is asked for with
     * @param policy what it may ask of the core
     * @param factory makes the component
     */
    public FakeComponentContext(
            String name,
            Map<String, String> parameters,
            PolicyContext policy,
            Function<? super ComponentContext, ? extends SchedulingComponent> factory) {
        this.name = Objects.requireNonNull(name, "name");
        this.parameters = new PolicyProperties(parameters);
        this.policy = Objects.requireNonNull(policy, "policy");
        component = factory.apply(this);
    }

    /**
     * The component.
     *
     * @return the one that the factory made
     */
    public SchedulingComponent component() {
        return component;
    }

    /**
     * Puts another component below this one.
     *
     * @param child its place
     * @return this
     */
    public FakeComponentContext above(FakeComponentContext child) {
        children = with(children, child.component);
        child.parents = with(child.parents, component);
        return this;
    }

    /**
     * Puts another component below this one, as a branch with a label.
     *
     * @param label of the branch
     * @param child its place
     * @return this
     */
    public FakeComponentContext above(String label, FakeComponentContext child) {
        branches.put(label, child.component);
        return above(child);
    }

    /**
     * Says which workers are below, and tells the component.
     *
     * @param below in any order
     * @return this
     */
    public FakeComponentContext workers(List<? extends Worker> below) {
        return workers(below, below);
    }

    /**
     * Says which workers are below, and which of them belong to the context, and tells the component.
     *
     * @param below in any order
     * @param inContext some of them, in any order
     * @return this
     */
    public FakeComponentContext workers(List<? extends Worker> below, List<? extends Worker> inContext) {
        workers = new WorkerSet(below, combined);
        workersInContext = new WorkerSet(inContext, combined);
        component.changed();
        return this;
    }

    /**
     * Says which combined workers are below; {@link #workers(List)} is to follow, which tells the component.
     *
     * @param below in any order
     * @return this
     */
    public FakeComponentContext combined(List<CombinedWorker> below) {
        combined = List.copyOf(below);
        return this;
    }

    /**
     * Takes a component away from below this one. {@link #workers(List)} is to follow, which tells the component.
     *
     * @param child its place
     * @return this
     */
    public FakeComponentContext without(FakeComponentContext child) {
        children = without(children, child.component);
        child.parents = without(child.parents, component);
        branches.values().remove(child.component);
        return this;
    }

    private static List<SchedulingComponent> without(List<SchedulingComponent> list, SchedulingComponent removed) {
        List<SchedulingComponent> fewer = new ArrayList<>(list);
        fewer.remove(removed);
        return List.copyOf(fewer);
    }

    private static List<SchedulingComponent> with(List<SchedulingComponent> list, SchedulingComponent added) {
        List<SchedulingComponent> more = new ArrayList<>(list);
        more.add(added);
        return List.copyOf(more);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public PolicyProperties parameters() {
        return parameters;
    }

    @Override
    public PolicyContext policy() {
        return policy;
    }

    @Override
    public List<SchedulingComponent> children() {
        return children;
    }

    @Override
    public List<SchedulingComponent> parents() {
        return parents;
    }

    @Override
    public SchedulingComponent branch(String label) {
        return branches.get(label);
    }

    @Override
    public WorkerSet workers() {
        return workers;
    }

    @Override
    public WorkerSet workersInContext() {
        return workersInContext;
    }

    @Override
    public boolean tellChildren(Task task) {
        for (SchedulingComponent child : children) {
            if (child.canPull(task)) {
                return true;
            }
        }
        return false;
    }

    /** Shares nothing. */
    @Override
    public <T> T shared(Class<T> type, Supplier<? extends T> make) {
        return make.get();
    }
}
