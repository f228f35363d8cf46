package org.asterism.spi.application;

import org.asterism.api.AsterismException;

/** What the user asked for makes no sense; the message is one line that says what is wrong and what is allowed. */
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
