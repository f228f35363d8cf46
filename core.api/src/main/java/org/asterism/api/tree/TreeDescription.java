package org.asterism.api.tree;

import java.util.Objects;
import java.util.SequencedMap;

/**
 * A tree of scheduling components as it is written down, for any number of workers. Immutable.
 *
 * @param root the way down from where tasks enter
 * @param parts chains that have a name, by it, in the order given
 */
public record TreeDescription(Chain root, SequencedMap<String, Chain> parts) {
    /** Copies the map, in its order. */
    public TreeDescription {
        Objects.requireNonNull(root, "root");
        parts = Ordered.copy(parts);
    }
}
