/** The scheduling component {@code gemm}. */
package org.asterism.components.modular.gemm.internal;
