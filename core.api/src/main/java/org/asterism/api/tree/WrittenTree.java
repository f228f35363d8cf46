package org.asterism.api.tree;

import java.util.Objects;
import java.util.SequencedMap;

/**
 * A description of a tree as it stands in a text, such as a file: what it says, and where, so that who is told that something is wrong with
 * it finds the place. Immutable.
 *
 * @param description what the text says
 * @param kinds where each kind of component that it names stands first, in the order of the text
 */
public record WrittenTree(TreeDescription description, SequencedMap<String, Place> kinds) {
    /**
     * Where something stands.
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

    /**
     * Reads a text.
     *
     * @param text as {@link TreeDescription#parse} reads it
     * @return what it says, and where
     * @throws TreeDescriptionException if it cannot be read
     */
    public static WrittenTree parse(String text) {
        return DescriptionReader.read(text);
    }
}
