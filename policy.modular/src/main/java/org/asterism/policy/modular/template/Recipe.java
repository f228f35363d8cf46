package org.asterism.policy.modular.template;

import java.util.ArrayList;
import java.util.List;
import org.asterism.api.tree.Step;

/**
 * Sequence of components that behave as one, from the top down. Immutable; a recipe can be used any number of times.
 *
 * <p>Source: composed recipes of StarPU's modular schedulers.
 *
 * @param name name of the composed component; empty to derive it from the names of the parts
 * @param components the components, from the top down
 */
public record Recipe(String name, List<Step.Component> components) {
    /** Copies the list. */
    public Recipe {
        components = List.copyOf(components);
    }

    /**
     * Returns a recipe without components. Add components before using it.
     *
     * @return an empty recipe
     */
    public static Recipe empty() {
        return new Recipe("", List.of());
    }

    /**
     * Returns a recipe of a single component.
     *
     * @param kind name of its factory
     * @return a recipe that makes this component itself
     */
    public static Recipe of(String kind) {
        return empty().add(kind);
    }

    /**
     * Returns a recipe of a single component.
     *
     * @param component component with its parameters
     * @return a recipe that makes this component itself
     */
    public static Recipe of(Step.Component component) {
        return empty().add(component);
    }

    /**
     * Adds a component below the present ones.
     *
     * @param kind name of its factory
     * @return a new recipe
     */
    public Recipe add(String kind) {
        return add(Step.component(kind));
    }

    /**
     * Adds a component below the present ones.
     *
     * @param component component with its parameters and without branches
     * @return a new recipe
     */
    public Recipe add(Step.Component component) {
        List<Step.Component> more = new ArrayList<>(components);
        more.add(component);
        return new Recipe(name, more);
    }

    /**
     * Sets the name of the resulting component.
     *
     * @param changed name, unique in the tree
     * @return a new recipe
     */
    public Recipe withName(String changed) {
        return new Recipe(changed, components);
    }

    /**
     * Returns the step that the recipe describes.
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
