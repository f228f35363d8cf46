package org.asterism.driver.opencl.internal.kernel;

import org.asterism.api.AsterismException;
import org.asterism.driver.opencl.internal.library.ErrorCode;

/** A device does not take a kernel into its queue. Who knows the device finds out whether it still answers. */
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
