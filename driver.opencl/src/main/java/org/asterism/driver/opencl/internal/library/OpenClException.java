package org.asterism.driver.opencl.internal.library;

import org.asterism.api.AsterismException;

/** Thrown when a function of OpenCL reports an error. */
public final class OpenClException extends AsterismException {
    private static final long serialVersionUID = 1L;

    /** @serial OpenCL's number for it */
    private final int code;

    /**
     * Creates the exception for a failure, with the name and number of the error.
     *
     * @param what was tried, such as a function's name
     * @param code OpenCL's number
     */
    public OpenClException(String what, int code) {
        super(what + ": " + ErrorCode.describe(code), null);
        this.code = code;
    }

    /** OpenCL's number for it, negative. */
    public int code() {
        return code;
    }
}
