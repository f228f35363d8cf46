package org.asterism.api.tree;

import java.util.List;

/**
 * A live tree, as of some moment.
 *
 * @param policy the name it is declared under
 * @param description as text, as it was declared; properties that override parameters are shown at the components
 * @param components the root first, each before its children
 * @param pushed how many tasks came in since the tree was built
 * @param popped how many went out
 */
public record TreeView(String policy, String description, List<ComponentView> components, long pushed, long popped) {
    /** Copies the list. */
    public TreeView {
        components = List.copyOf(components);
    }
}
