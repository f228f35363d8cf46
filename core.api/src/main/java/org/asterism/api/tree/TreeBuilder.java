package org.asterism.api.tree;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * Builds a description in a program, from the root to the workers:
 *
 * <pre>{@code
 * TreeDescription heft = TreeBuilder.from("prio")
 *         .to("perfmodel-select")
 *         .branch("perf", TreeBuilder.from("mct").with("beta", 1)
 *                 .toEach(Level.WORKER)
 *                 .to("prio").with("ntasks", 30).with("ready").with("exp")
 *                 .to("best-implementation"))
 *         .branch("calibrate", TreeBuilder.from("eager-calibration"))
 *         .branch("else", TreeBuilder.from("eager"))
 *         .build();
 * }</pre>
 *
 * <p>{@link #with}, {@link #named} and {@link #branch} apply to the component that was added last. Not thread-safe.
 */
public final class TreeBuilder {
    private final List<Step> steps = new ArrayList<>();
    private final SequencedMap<String, Chain> parts = new LinkedHashMap<>();

    private TreeBuilder() {}

    /**
     * Begins with a component.
     *
     * @param kind the name of its factory
     * @return a new builder
     */
    public static TreeBuilder from(String kind) {
        return new TreeBuilder().to(kind);
    }

    /**
     * Begins with any step, such as several components that behave as one.
     *
     * @param step at the top
     * @return a new builder
     */
    public static TreeBuilder from(Step step) {
        return new TreeBuilder().to(step);
    }

    /**
     * Begins a branch with one chain for each group of workers.
     *
     * @param level the property that the workers of a group share
     * @return a new builder
     */
    public static TreeBuilder fromEach(Level level) {
        return new TreeBuilder().toEach(level);
    }

    /**
     * Adds a component below.
     *
     * @param kind the name of its factory
     * @return this
     */
    public TreeBuilder to(String kind) {
        return to(Step.component(kind));
    }

    /**
     * Adds a step below.
     *
     * @param step any
     * @return this
     */
    public TreeBuilder to(Step step) {
        steps.add(step);
        return this;
    }

    /**
     * Continues with one chain for each group of workers.
     *
     * @param level the property that the workers of a group share
     * @return this
     */
    public TreeBuilder toEach(Level level) {
        return toEach(level, "");
    }

    /**
     * Continues with one chain for each group of some workers.
     *
     * @param level the property that the workers of a group share
     * @param filter an OSGi filter that chooses the workers, such as {@code (arch=cuda)}
     * @return this
     */
    public TreeBuilder toEach(Level level, String filter) {
        return to(new Step.Each(level, filter));
    }

    /**
     * Ends the chain with a part that has a name.
     *
     * @param part its name; see {@link #where}
     * @return this
     */
    public TreeBuilder toPart(String part) {
        return to(new Step.Reference(part));
    }

    /**
     * Gives the last component a name.
     *
     * @param name unique in the tree
     * @return this
     */
    public TreeBuilder named(String name) {
        Step last = steps.getLast();
        if (last instanceof Step.Composed composed) {
            return change(new Step.Composed(name, composed.parts()));
        }
        return change(component("a name").withName(name));
    }

    /**
     * Sets a flag of the last component.
     *
     * @param flag its name
     * @return this
     */
    public TreeBuilder with(String flag) {
        return change(component("a parameter").with(flag));
    }

    /**
     * Sets a parameter of the last component.
     *
     * @param parameter its name
     * @param value as text
     * @return this
     */
    public TreeBuilder with(String parameter, String value) {
        return change(component("a parameter").with(parameter, value));
    }

    /**
     * Sets a parameter of the last component.
     *
     * @param parameter its name
     * @param value a whole number
     * @return this
     */
    public TreeBuilder with(String parameter, long value) {
        return with(parameter, Long.toString(value));
    }

    /**
     * Sets a parameter of the last component.
     *
     * @param parameter its name
     * @param value a number
     * @return this
     */
    public TreeBuilder with(String parameter, double value) {
        return with(parameter, Double.toString(value));
    }

    /**
     * Sets a parameter of the last component.
     *
     * @param parameter its name
     * @param value a duration of less than 292 years
     * @return this
     */
    public TreeBuilder with(String parameter, Duration value) {
        return change(component("a parameter").with(parameter, value));
    }

    /**
     * Gives the last component a branch. It then has only its branches below it.
     *
     * @param label of the branch
     * @param below the chain below the component there; without parts of its own
     * @return this
     */
    public TreeBuilder branch(String label, TreeBuilder below) {
        return change(component("a branch").withBranch(label, below.chain()));
    }

    /**
     * Defines a part. There is one per group of workers, wherever chains refer to it.
     *
     * @param part its name; see {@link #toPart}
     * @param chain its components; without parts of its own
     * @return this
     */
    public TreeBuilder where(String part, TreeBuilder chain) {
        if (parts.putIfAbsent(part, chain.chain()) != null) {
            throw new IllegalStateException("there is a part '" + part + "' already; each name can be given once");
        }
        return this;
    }

    /**
     * Returns the complete description.
     *
     * @return the description
     * @throws IllegalArgumentException if a step with branches has further steps below it
     */
    public TreeDescription build() {
        return new TreeDescription(new Chain(steps), parts);
    }

    private Chain chain() {
        if (!parts.isEmpty()) {
            throw new IllegalStateException("the parts " + parts.keySet()
                    + " are defined within a branch or another part; define them in the builder of the root");
        }
        return new Chain(steps);
    }

    private Step.Component component(String what) {
        if (steps.getLast() instanceof Step.Component component) {
            return component;
        }
        throw new IllegalStateException(what + " belongs to a component; the last step is '" + steps.getLast() + "'");
    }

    private TreeBuilder change(Step last) {
        steps.set(steps.size() - 1, last);
        return this;
    }
}
