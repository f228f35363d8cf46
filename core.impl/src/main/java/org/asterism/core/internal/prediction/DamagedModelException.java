package org.asterism.core.internal.prediction;

/** The text of a model cannot be understood; the message says where and why. */
final class DamagedModelException extends Exception {
    private static final long serialVersionUID = 1;

    DamagedModelException(int line, String why) {
        super("line " + line + ": " + why);
    }
}
