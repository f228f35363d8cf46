package org.asterism.api.tree;

import java.util.List;

/**
 * Snapshot of a live tree.
 *
 * @param policy the name it is declared under
 * @param description as text, as it was declared; properties that override parameters are shown at the components
 * @param components the root first, each before its children
 * @param pushed the number of tasks that came in since the tree was built
 * @param popped the number of tasks that went out
 */
public record TreeView(String policy, String description, List<ComponentView> components, long pushed, long popped) {
    /** Copies the list. */
    public TreeView {
        components = List.copyOf(components);
    }
}
