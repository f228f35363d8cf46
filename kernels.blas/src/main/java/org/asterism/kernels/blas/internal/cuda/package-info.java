/**
 * The codelets on CUDA devices: cuBLAS and cuSOLVER of the machine, found at run time and called through
 * {@code java.lang.foreign}.
 */
package org.asterism.kernels.blas.internal.cuda;
