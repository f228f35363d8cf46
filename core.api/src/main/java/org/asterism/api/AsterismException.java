package org.asterism.api;

/** Base class of all exceptions that Asterism defines. The message names culprit, cause and remedy in one line. */
public abstract class AsterismException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * For subclasses.
     *
     * @param message one line for people
     * @param cause null if there is none
     */
    protected AsterismException(String message, Throwable cause) {
        super(message, cause);
    }
}
