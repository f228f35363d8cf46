package org.asterism.trace.export.internal;

import java.io.IOException;

/** The recording has nothing that belongs into a format. A folder of files then has no such file. */
public final class NothingToExportException extends IOException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message what is missing, and how to record it, in one line
     */
    public NothingToExportException(String message) {
        super(message);
    }
}
