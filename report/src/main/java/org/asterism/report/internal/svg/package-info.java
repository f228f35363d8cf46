/** Writes SVG. */
package org.asterism.report.internal.svg;
