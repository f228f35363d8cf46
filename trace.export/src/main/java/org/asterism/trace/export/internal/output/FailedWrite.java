package org.asterism.trace.export.internal.output;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Signals that the output refused bytes; passes through the readers of events, which may throw no checked exception.
 */
public final class FailedWrite extends UncheckedIOException {
    private static final long serialVersionUID = 1;

    /**
     * Makes an exception.
     *
     * @param cause is what the output reported
     */
    public FailedWrite(IOException cause) {
        super(cause);
    }
}
