package org.asterism.driver.opencl.internal.kernel;

import org.asterism.api.AsterismException;
import org.asterism.driver.opencl.internal.library.ErrorCode;

/**
 * Thrown when a device does not accept a kernel into its queue. Code that knows the device checks whether it still
 * responds.
 */
final class LaunchRefusedException extends AsterismException {
    private static final long serialVersionUID = 1L;

    /** @serial OpenCL's number for it */
    private final int code;

    LaunchRefusedException(String what, int code) {
        super(what + ": " + ErrorCode.describe(code), null);
        this.code = code;
    }

    int code() {
        return code;
    }
}
