package org.asterism.kit.remote;

/** Thrown when a message from a peer cannot be read, or says what must not be. */
public final class MalformedMessageException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the fault, in a phrase for one line of a log
     */
    public MalformedMessageException(String message) {
        super(message);
    }
}
