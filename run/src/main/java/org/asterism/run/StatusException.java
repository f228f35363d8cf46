package org.asterism.run;

/**
 * A command did not do what it was asked for. Gogo shows an exception by its {@link #toString}, so that is the message
 * alone: one line, no class name, no stack trace.
 */
public final class StatusException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    /**
     * Says what is wrong.
     *
     * @param status the exit status of a process that ends with this: 1 for work that failed, 2 for bad usage
     * @param message one line for people
     * @param cause null if there is none
     */
    public StatusException(int status, String message, Throwable cause) {
        super(message, cause);
        this.status = status;
    }

    /**
     * The exit status.
     *
     * @return 1 or 2
     */
    public int status() {
        return status;
    }

    @Override
    public String toString() {
        return getMessage();
    }
}
