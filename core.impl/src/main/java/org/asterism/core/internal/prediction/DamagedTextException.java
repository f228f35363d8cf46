package org.asterism.core.internal.prediction;

/** The text of a file, of a model or of links, is not as it was written; the message says where and why. */
public final class DamagedTextException extends Exception {
    private static final long serialVersionUID = 1;

    public DamagedTextException(int line, String why) {
        super("line " + line + ": " + why);
    }
}
