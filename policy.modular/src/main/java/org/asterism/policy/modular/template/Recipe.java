package org.asterism.policy.modular.template;

import java.util.ArrayList;
import java.util.List;
import org.asterism.api.tree.Step;

/**
 * Several components that are to behave as one, the uppermost first. Immutable; a recipe can be used any number of
 * times.
 *
 * <p>Source: composed recipes of StarPU's modular schedulers.
 *
 * @param name the name of the component that they make; empty for one made of theirs
 * @param components from the top down
 */
public record Recipe(String name, List<Step.Component> components) {
    /** Copies the list. */
    public Recipe {
        components = List.copyOf(components);
    }

    /**
     * A recipe without components, to which some must be added before it is used.
     *
     * @return an empty recipe
     */
    public static Recipe empty() {
        return new Recipe("", List.of());
    }

    /**
     * A recipe of a single component.
     *
     * @param kind the name of its factory
     * @return a recipe that makes this component itself
     */
    public static Recipe of(String kind) {
        return empty().add(kind);
    }

    /**
     * A recipe of a single component.
     *
     * @param component with its parameters
     * @return a recipe that makes this component itself
     */
    public static Recipe of(Step.Component component) {
        return empty().add(component);
    }

    /**
     * Adds a component below those that are there.
     *
     * @param kind the name of its factory
     * @return a new recipe
     */
    public Recipe add(String kind) {
        return add(Step.component(kind));
    }

    /**
     * Adds a component below those that are there.
     *
     * @param component with its parameters, and without branches
     * @return a new recipe
     */
    public Recipe add(Step.Component component) {
        List<Step.Component> more = new ArrayList<>(components);
        more.add(component);
        return new Recipe(name, more);
    }

    /**
     * Gives what is made a name.
     *
     * @param changed unique in the tree
     * @return a new recipe
     */
    public Recipe withName(String changed) {
        return new Recipe(changed, components);
    }

    /**
     * What the recipe makes.
     *
     * @return the component itself if it is the only one, and a composed one otherwise
     * @throws IllegalStateException if the recipe is empty
     */
    public Step step() {
        if (components.isEmpty()) {
            throw new IllegalStateException("a recipe must have a component before it is used; add one");
        }
        if (components.size() > 1) {
            return new Step.Composed(name, components);
        }
        return name.isEmpty() ? components.getFirst() : components.getFirst().withName(name);
    }
}
