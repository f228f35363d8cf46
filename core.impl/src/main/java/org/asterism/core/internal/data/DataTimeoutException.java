package org.asterism.core.internal.data;

/** Thrown when the closing of data with their runtime is given up, because a copy or a task does not end. */
public final class DataTimeoutException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    /** Names the culprit and the remedy. */
    public DataTimeoutException(String message) {
        super(message);
    }
}
