package org.asterism.api.tree;

import java.util.Objects;
import java.util.SequencedMap;

/**
 * A description of a tree that was read from a text, such as a file, with the places where the text names components.
 * Messages name these places. Immutable.
 *
 * @param description the tree
 * @param kinds the first place of each kind of component, in the order of the text
 */
public record WrittenTree(TreeDescription description, SequencedMap<String, Place> kinds) {
    /**
     * A place in a text.
     *
     * @param line from 1
     * @param column in its line, from 1
     */
    public record Place(int line, int column) {
        /** As messages say it. */
        @Override
        public String toString() {
            return "line " + line + ", column " + column;
        }
    }

    /** Copies the map, in its order. */
    public WrittenTree {
        Objects.requireNonNull(description, "description");
        kinds = Ordered.copy(kinds);
    }
}
