/**
 * The application {@code gpubench}: how fast tiled products and Cholesky factorisations run on devices through the
 * runtime, beside one call of the device's library on the whole matrix, and how far copies overlap with kernels.
 */
package org.asterism.bench.gpubench.internal;
