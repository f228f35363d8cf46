package org.asterism.policy.modular.internal.tree;

import java.util.List;

/** Available kinds of components. */
public interface ComponentKinds {
    /**
     * Returns a kind by its name.
     *
     * @param name name in a description
     * @return the kind, or null if there is none with that name
     */
    ComponentKind kind(String name);

    /**
     * Returns the names of all kinds.
     *
     * @return the names, sorted
     */
    List<String> names();
}
