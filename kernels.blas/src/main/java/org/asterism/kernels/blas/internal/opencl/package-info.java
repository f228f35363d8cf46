/** The codelets on OpenCL devices: kernels in {@code dense.cl}, and the blocking around them. */
package org.asterism.kernels.blas.internal.opencl;
