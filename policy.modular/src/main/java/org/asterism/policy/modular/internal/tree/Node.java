package org.asterism.policy.modular.internal.tree;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Supplier;
import org.asterism.api.Task;
import org.asterism.policy.modular.internal.worker.TreeEnd;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.WorkerSet;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.PolicyProperties;

/**
 * Place of a component in a live tree. The node and its component stay as long as the tree has a place with this name.
 * Its neighbours are replaced when workers change, while no method of a component runs.
 */
public final class Node implements ComponentContext {
    private final String name;
    private final String composite;
    private final ComponentKind kind;
    private final SequencedMap<String, String> given;
    private final PolicyProperties parameters;
    private final PolicyContext policy;

    /** State that is shared with other trees, or null. */
    private final Sharing.Cell sharing;

    private final SchedulingComponent component;
    private List<Node> childNodes = List.of();
    private List<Node> parentNodes = List.of();
    private List<SchedulingComponent> children = List.of();
    private List<SchedulingComponent> parents = List.of();
    private Map<String, SchedulingComponent> branches = Map.of();
    private WorkerSet workers = WorkerSet.EMPTY;
    private Teller teller = Teller.NOBODY;

    Node(Plan.Part part, String name, String composite, PolicyContext policy) {
        this.name = name;
        this.composite = composite;
        this.policy = policy;
        kind = part.kind();
        given = part.parameters();
        Map<String, String> itsOwn = new LinkedHashMap<>(given);
        String shared = itsOwn.remove(Sharing.PARAMETER);
        parameters = new PolicyProperties(itsOwn);
        sharing = shared == null ? null : Sharing.join(policy.placement(), shared, group(), this);
        try {
            component = make();
        } catch (RuntimeException | Error failure) {
            leave();
            throw failure;
        }
    }

    /** Returns the group of workers in the name of the component. */
    private String group() {
        int at = name.indexOf('@');
        return at < 0 ? "" : name.substring(at + 1);
    }

    private SchedulingComponent make() {
        SchedulingComponent made;
        try {
            made = kind.factory().create(this);
        } catch (IllegalArgumentException refusal) {
            throw new IllegalArgumentException(this + ": " + refusal.getMessage(), refusal);
        }
        if (made == null || made.context() != this) {
            throw new IllegalStateException("the factory of component '" + kind.name()
                    + (made == null ? "' made nothing" : "' made a component for another place") + " for '" + name
                    + "'");
        }
        return made;
    }

    /** Sets the neighbours of this node. */
    void place(List<Node> above, List<Node> below, Map<String, Node> labelled, WorkerSet workersBelow) {
        parentNodes = List.copyOf(above);
        childNodes = List.copyOf(below);
        parents = parentNodes.stream().map(Node::component).toList();
        children = childNodes.stream().map(Node::component).toList();
        Map<String, SchedulingComponent> byLabel = new LinkedHashMap<>();
        labelled.forEach((label, node) -> byLabel.put(label, node.component));
        branches = Map.copyOf(byLabel);
        workers = workersBelow;
        if (sharing != null) {
            sharing.place(this, workersBelow);
        }
    }

    /** Sets how nodes below are informed of a task. */
    void tellBy(Teller changed) {
        teller = changed;
    }

    /**
     * Returns the kind of the component.
     *
     * @return the kind
     */
    public ComponentKind kind() {
        return kind;
    }

    /**
     * Returns the component.
     *
     * @return the component
     */
    public SchedulingComponent component() {
        return component;
    }

    /**
     * Whether the component is the end at a worker.
     *
     * @return the value, which never changes
     */
    public boolean isEnd() {
        return component instanceof TreeEnd;
    }

    /**
     * Whether the component implements {@code schedule}, so that it may collect tasks until the program calls for
     * scheduling.
     *
     * @return whether its class overrides the method
     */
    public boolean waitsForSchedule() {
        return Teller.overrides(component, "schedule");
    }

    /**
     * Returns the name of the composed component that this one is part of.
     *
     * @return the name; empty if there is none
     */
    public String composite() {
        return composite;
    }

    /**
     * Returns the name under which views of the tree show the component.
     *
     * @return its own name, or that of the composed component that it is part of
     */
    public String shownAs() {
        return composite.isEmpty() ? name : composite;
    }

    /**
     * Returns the parameters that the description or properties of the policy set.
     *
     * @return the parameters, in their order
     */
    public SequencedMap<String, String> given() {
        return Collections.unmodifiableSequencedMap(given);
    }

    /**
     * Returns the nodes below.
     *
     * @return nodes of {@link #children}
     */
    public List<Node> childNodes() {
        return childNodes;
    }

    @Override
    public List<SchedulingComponent> children() {
        return children;
    }

    @Override
    public SchedulingComponent branch(String label) {
        return branches.get(label);
    }

    /**
     * Returns the nodes above.
     *
     * @return nodes of {@link #parents}
     */
    public List<Node> parentNodes() {
        return parentNodes;
    }

    @Override
    public List<SchedulingComponent> parents() {
        return parents;
    }

    /**
     * Whether the component shares state with components in other contexts' trees.
     *
     * @return the value, which never changes
     */
    public boolean isShared() {
        return sharing != null;
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
    public WorkerSet workers() {
        return sharing == null ? workers : sharing.workers();
    }

    @Override
    public WorkerSet workersInContext() {
        return workers;
    }

    @Override
    public <T> T shared(Class<T> type, Supplier<? extends T> make) {
        return sharing == null ? make.get() : sharing.shared(type, make);
    }

    /** Closes the component, which must be drained before. */
    public void close() {
        component.close();
        leave();
    }

    private void leave() {
        if (sharing != null) {
            sharing.leave(this);
        }
    }

    @Override
    public void stored(Task task) {
        policy.stored(task, shownAs());
    }

    @Override
    public boolean tellChildren(Task task) {
        return teller.tell(task);
    }

    /** Returns the component's name and kind, for messages. */
    @Override
    public String toString() {
        String root = name.replaceFirst("@.*", "").replaceFirst("-\\d+$", "");
        return "component '" + name + "'" + (root.equals(kind.name()) ? "" : " (" + kind.name() + ")");
    }
}
