/**
 * The application {@code gpubench}: the speed of tiled products and Cholesky factorisations on devices through the
 * runtime, beside one call of the device's library on the whole matrix. It also shows how far copies overlap with
 * kernels.
 */
package org.asterism.bench.gpubench.internal;
