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
 * Place in a tree that a test builds by hand. Only the test's thread uses it, while no other thread uses a component.
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
     * Creates a component with its place.
     *
     * @param name name, unique among connected components
     * @param parameters parameters of the component
     * @param policy services of the core
     * @param factory factory of the component
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
     * Returns the component.
     *
     * @return component that the factory created
     */
    public SchedulingComponent component() {
        return component;
    }

    /**
     * Adds another component below this one.
     *
     * @param child place of the child
     * @return this
     */
    public FakeComponentContext above(FakeComponentContext child) {
        children = with(children, child.component);
        child.parents = with(child.parents, component);
        return this;
    }

    /**
     * Adds another component below this one, as a branch with a label.
     *
     * @param label label of the branch
     * @param child place of the child
     * @return this
     */
    public FakeComponentContext above(String label, FakeComponentContext child) {
        branches.put(label, child.component);
        return above(child);
    }

    /**
     * Sets the workers below, and informs the component.
     *
     * @param below workers, in any order
     * @return this
     */
    public FakeComponentContext workers(List<? extends Worker> below) {
        return workers(below, below);
    }

    /**
     * Sets the workers below and those that belong to the context, and informs the component.
     *
     * @param below workers, in any order
     * @param inContext those that belong to the context, in any order
     * @return this
     */
    public FakeComponentContext workers(List<? extends Worker> below, List<? extends Worker> inContext) {
        workers = new WorkerSet(below, combined);
        workersInContext = new WorkerSet(inContext, combined);
        component.changed();
        return this;
    }

    /**
     * Sets the combined workers below. A call of {@link #workers(List)} must follow, which informs the component.
     *
     * @param below combined workers, in any order
     * @return this
     */
    public FakeComponentContext combined(List<CombinedWorker> below) {
        combined = List.copyOf(below);
        return this;
    }

    /**
     * Removes a component below this one. A call of {@link #workers(List)} must follow, which informs the component.
     *
     * @param child place of the child
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

    /** Returns a new object, which no other component shares. */
    @Override
    public <T> T shared(Class<T> type, Supplier<? extends T> make) {
        return make.get();
    }
}
