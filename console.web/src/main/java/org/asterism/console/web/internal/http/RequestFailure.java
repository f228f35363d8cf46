package org.asterism.console.web.internal.http;

/** A request that is refused or has failed. The message is one line for the user. */
public final class RequestFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;

    /**
     * Makes a failure.
     *
     * @param status the status of HTTP, such as 404
     * @param message one line that names the culprit, the value, what is allowed, and the remedy
     */
    public RequestFailure(int status, String message) {
        super(message, null, false, false);
        this.status = status;
    }

    /**
     * Returns the status.
     *
     * @return a number of HTTP
     */
    public int status() {
        return status;
    }
}
