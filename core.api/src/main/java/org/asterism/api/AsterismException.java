package org.asterism.api;

/** What every exception of Asterism's own is; its message says who, what and how to mend it, in one line. */
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
