package org.asterism.kernels.blas.internal.cuda;

import org.asterism.api.AsterismException;

/** Thrown when a function of cuBLAS or cuSOLVER refuses or fails. Its work belongs to one task, which fails. */
final class CudaException extends AsterismException {
    private static final long serialVersionUID = 1L;

    CudaException(String function, int status, String name) {
        super(function + " failed with status " + status + " (" + name + ")", null);
    }
}
