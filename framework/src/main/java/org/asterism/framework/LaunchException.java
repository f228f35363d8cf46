package org.asterism.framework;

/** Thrown when Asterism cannot start. The message is one line for the user. */
public final class LaunchException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates one.
     *
     * @param message one line: the culprit and the remedy
     */
    public LaunchException(String message) {
        super(message);
    }
}
