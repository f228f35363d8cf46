package org.asterism.driver.opencl.internal.kernel;

import org.asterism.api.AsterismException;

/** Thrown when a program cannot be compiled. The message ends with the compiler's log. */
public final class BuildFailedException extends AsterismException {
    private static final long serialVersionUID = 1L;

    BuildFailedException(String origin, String device, String reason, String log) {
        super(
                "the kernel program from " + origin + " cannot be compiled for " + device + ": " + reason
                        + (log.isBlank() ? "; the compiler says nothing more" : "; the compiler says:\n" + log),
                null);
    }
}
