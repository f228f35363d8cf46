/** What a recording says: idle time, bounds, the critical path, curves, outliers and the pictures' tiles. */
package org.asterism.trace.report.internal.analysis;
