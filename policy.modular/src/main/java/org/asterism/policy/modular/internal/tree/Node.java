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
 * A component's place in a live tree. It stays the same, and keeps its component, for as long as the tree has a place
 * of its name; what lies around it is replaced when workers come and go, while no method of a component runs.
 */
public final class Node implements ComponentContext {
    private final String name;
    private final String composite;
    private final ComponentKind kind;
    private final SequencedMap<String, String> given;
    private final PolicyProperties parameters;
    private final PolicyContext policy;

    /** What is shared with other trees, or null. */
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

    /** The group of workers that the component stands for, as its name has it. */
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

    /** Says what lies around it. */
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

    /** Says how those below are told of a task. */
    void tellBy(Teller changed) {
        teller = changed;
    }

    /**
     * What kind of component is here.
     *
     * @return the same at every call
     */
    public ComponentKind kind() {
        return kind;
    }

    /**
     * The component.
     *
     * @return the same at every call
     */
    public SchedulingComponent component() {
        return component;
    }

    /**
     * Whether it is a worker's own component.
     *
     * @return the same at every call
     */
    public boolean isEnd() {
        return component instanceof TreeEnd;
    }

    /**
     * Whether the component does something when a program says that tasks should be scheduled, so that it may collect
     * them until then.
     *
     * @return whether its class has a method for that
     */
    public boolean waitsForSchedule() {
        return Teller.overrides(component, "schedule");
    }

    /**
     * The name of what this component is a part of.
     *
     * @return empty if it is not a part of a composed component
     */
    public String composite() {
        return composite;
    }

    /**
     * The parameters as they were given, by the description or by properties of the policy.
     *
     * @return in the order given
     */
    public SequencedMap<String, String> given() {
        return Collections.unmodifiableSequencedMap(given);
    }

    /**
     * The places below.
     *
     * @return as {@link #children}
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
     * The places above.
     *
     * @return as {@link #parents}
     */
    public List<Node> parentNodes() {
        return parentNodes;
    }

    @Override
    public List<SchedulingComponent> parents() {
        return parents;
    }

    /**
     * Whether the component shares something with those of other contexts' trees.
     *
     * @return the same at every call
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

    /** Ends the component, which was drained. */
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
    public boolean tellChildren(Task task) {
        return teller.tell(task);
    }

    /** The component's name and kind, for messages. */
    @Override
    public String toString() {
        String root = name.replaceFirst("@.*", "").replaceFirst("-\\d+$", "");
        return "component '" + name + "'" + (root.equals(kind.name()) ? "" : " (" + kind.name() + ")");
    }
}
