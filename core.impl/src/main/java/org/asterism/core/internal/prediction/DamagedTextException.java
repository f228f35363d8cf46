package org.asterism.core.internal.prediction;

/** Thrown for text of a model or link file that is not as it was written. The message says where and why. */
public final class DamagedTextException extends Exception {
    private static final long serialVersionUID = 1;

    public DamagedTextException(int line, String why) {
        super("line " + line + ": " + why);
    }
}
