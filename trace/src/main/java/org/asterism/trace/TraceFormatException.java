package org.asterism.trace;

import java.io.IOException;

/** Signals that a file is no recording, or that a newer version has written it. */
public final class TraceFormatException extends IOException {
    private static final long serialVersionUID = 1;

    /**
     * Makes an exception.
     *
     * @param message names the file and the remedy
     */
    public TraceFormatException(String message) {
        super(message);
    }
}
