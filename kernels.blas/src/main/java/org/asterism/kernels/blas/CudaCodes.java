package org.asterism.kernels.blas;

import java.util.Optional;
import org.asterism.api.Implementation;

/** How CUDA devices do the work of the codelets. */
final class CudaCodes {
    private CudaCodes() {}

    /**
     * The implementation for {@link org.asterism.api.Architecture#CUDA}.
     *
     * @param work of a codelet
     * @return empty if there is none
     */
    static Optional<Implementation> of(Work work) {
        return Optional.empty();
    }
}
