/** The application {@code cholesky}: a tiled Cholesky factorisation, and the matrices that it reads or generates. */
package org.asterism.examples.cholesky.internal;
