package org.asterism.spi.application;

import org.asterism.api.AsterismException;

/** Thrown for a mistake in the user's request. The message is one line that says what is wrong and what is allowed. */
public final class UsageException extends AsterismException {
    private static final long serialVersionUID = 1L;

    /**
     * Names what is wrong.
     *
     * @param message one line for people
     */
    public UsageException(String message) {
        super(message, null);
    }
}
