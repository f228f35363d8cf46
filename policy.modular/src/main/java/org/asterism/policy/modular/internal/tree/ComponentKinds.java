package org.asterism.policy.modular.internal.tree;

import java.util.List;

/** The kinds of components that are there. */
public interface ComponentKinds {
    /**
     * A kind by its name.
     *
     * @param name as a description writes it
     * @return null if there is none of that name
     */
    ComponentKind kind(String name);

    /**
     * The names of all kinds.
     *
     * @return sorted, for people
     */
    List<String> names();
}
