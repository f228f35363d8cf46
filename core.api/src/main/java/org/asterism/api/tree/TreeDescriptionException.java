package org.asterism.api.tree;

/**
 * Thrown for a description of a tree that cannot be read. The message names the place, the text found there and the
 * allowed text.
 */
public final class TreeDescriptionException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private final int line;
    private final int column;

    /**
     * Creates the exception.
     *
     * @param line from 1
     * @param column from 1
     * @param message the mistake and its remedy
     */
    public TreeDescriptionException(int line, int column, String message) {
        super("line " + line + ", column " + column + ": " + message);
        this.line = line;
        this.column = column;
    }

    /**
     * Returns the line of the error.
     *
     * @return from 1
     */
    public int line() {
        return line;
    }

    /**
     * Returns the column of the error.
     *
     * @return from 1
     */
    public int column() {
        return column;
    }
}
