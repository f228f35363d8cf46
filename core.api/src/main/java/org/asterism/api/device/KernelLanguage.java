package org.asterism.api.device;

/** The language of a {@link DeviceKernel}. */
public enum KernelLanguage {
    /** OpenCL C, as source; for {@link org.asterism.api.Architecture#OPENCL}. */
    OPENCL_C,
    /** CUDA C++, as source that NVRTC compiles at run time; for {@link org.asterism.api.Architecture#CUDA}. */
    CUDA_C,
    /** NVIDIA's virtual assembler, as text; for {@link org.asterism.api.Architecture#CUDA}. */
    PTX,
    /** A binary for NVIDIA's devices of one kind, or of several; for {@link org.asterism.api.Architecture#CUDA}. */
    CUBIN;

    /**
     * Returns whether kernels in it are text.
     *
     * @return false if they are binary
     */
    public boolean isText() {
        return this != CUBIN;
    }
}
