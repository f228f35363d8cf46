package org.asterism.core.internal.data;

/** Data that are closed with their runtime are not waited for any longer: a copy or a task does not end. */
public final class DataTimeoutException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    /** Names the culprit and the remedy. */
    public DataTimeoutException(String message) {
        super(message);
    }
}
