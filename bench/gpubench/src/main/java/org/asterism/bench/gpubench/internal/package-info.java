/**
 * The application {@code gpubench}. It measures the speed of tiled products and Cholesky factorisations that the
 * runtime executes on devices. For comparison, it also measures a single call of the device's library on the whole
 * matrix. It shows how far copies overlap with kernels.
 */
package org.asterism.bench.gpubench.internal;
