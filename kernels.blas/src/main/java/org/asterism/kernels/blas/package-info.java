/**
 * Ready-made dense linear algebra in single and double precision: {@link org.asterism.kernels.blas.DenseCodelets
 * codelets} for tasks, and the same {@link org.asterism.kernels.blas.DenseKernels work as methods} for other kernels.
 */
@Export
@Version("1.0.0")
package org.asterism.kernels.blas;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
