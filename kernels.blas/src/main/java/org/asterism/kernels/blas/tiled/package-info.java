/**
 * Matrices in tiles with a handle each, for applications of tiled algorithms:
 * {@link org.asterism.kernels.blas.tiled.Tiling their division}, {@link org.asterism.kernels.blas.tiled.TiledMatrix the
 * tiles}, {@link org.asterism.kernels.blas.tiled.Elements their initial elements},
 * {@link org.asterism.kernels.blas.tiled.HeldMatrices access} for a program without tasks, and the
 * {@link org.asterism.kernels.blas.tiled.DenseOptions options} and
 * {@link org.asterism.kernels.blas.tiled.DenseMeasurement figures} that such applications share.
 */
@Export
@Version("1.1.0")
package org.asterism.kernels.blas.tiled;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
