package org.asterism.kernels.blas;

import java.util.Optional;
import org.asterism.api.Implementation;

/** How OpenCL devices do the work of the codelets. */
final class OpenClCodes {
    private OpenClCodes() {}

    /**
     * The implementation for {@link org.asterism.api.Architecture#OPENCL}.
     *
     * @param work of a codelet
     * @return empty if there is none
     */
    static Optional<Implementation> of(Work work) {
        return Optional.empty();
    }
}
