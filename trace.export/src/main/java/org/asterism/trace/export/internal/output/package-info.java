/** Files that exporters write, and the notation of text in them. */
package org.asterism.trace.export.internal.output;
