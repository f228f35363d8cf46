/** A tiled LU factorisation, with and without pivoting. */
package org.asterism.examples.lu.internal;
