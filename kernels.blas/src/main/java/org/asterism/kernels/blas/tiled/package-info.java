/**
 * Matrices cut into tiles that a runtime knows one by one, as applications of tiled algorithms need them:
 * {@link org.asterism.kernels.blas.tiled.Tiling how one is cut}, {@link org.asterism.kernels.blas.tiled.TiledMatrix the
 * tiles}, what {@link org.asterism.kernels.blas.tiled.Elements fills} them, and how a program
 * {@link org.asterism.kernels.blas.tiled.HeldMatrices looks at} them without tasks.
 */
@Export
@Version("1.0.0")
package org.asterism.kernels.blas.tiled;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
