/** Writes pictures as SVG. */
package org.asterism.shell.gogo.internal.svg;
