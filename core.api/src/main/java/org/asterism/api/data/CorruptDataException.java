package org.asterism.api.data;

import org.asterism.api.AsterismException;

/** Thrown when data cannot be used, because the task that should have written them failed. */
public final class CorruptDataException extends AsterismException {
    private static final long serialVersionUID = 1L;

    /**
     * Names the data and the failure.
     *
     * @param handle the handle's name
     * @param cause the failure of the data's last writer
     */
    public CorruptDataException(String handle, Throwable cause) {
        super("the data of " + handle + " are not valid: " + cause.getMessage(), cause);
    }
}
