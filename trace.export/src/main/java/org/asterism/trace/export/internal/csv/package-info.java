/** Tables with a line per task. */
package org.asterism.trace.export.internal.csv;
