/** A tiled matrix product. */
package org.asterism.examples.gemm.internal;
