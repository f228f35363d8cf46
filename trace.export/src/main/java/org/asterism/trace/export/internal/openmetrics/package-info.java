/** Totals of a recording as OpenMetrics. */
package org.asterism.trace.export.internal.openmetrics;
