/** The dense kernels on CPUs: a micro-kernel that the JIT compiler vectorises, and the blocking around it. */
package org.asterism.kernels.blas.internal;
