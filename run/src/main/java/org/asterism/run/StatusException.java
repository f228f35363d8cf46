package org.asterism.run;

/**
 * Exception for a command that failed. Gogo shows an exception by its {@link #toString}, so this method returns only
 * the message: one line without class name and stack trace.
 */
public final class StatusException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    /**
     * Creates an exception.
     *
     * @param status exit status for the process: 1 for failed work, 2 for bad usage
     * @param message message in one line
     * @param cause cause, or null
     */
    public StatusException(int status, String message, Throwable cause) {
        super(message, cause);
        this.status = status;
    }

    /**
     * Returns the exit status.
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
