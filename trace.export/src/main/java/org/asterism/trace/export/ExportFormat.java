package org.asterism.trace.export;

/**
 * Format that a recording can be written in.
 *
 * @param name names the format in {@link TraceExport#write}
 * @param file the usual name of the file, or of the folder
 * @param description what the file is for, as a phrase without a full stop
 */
public record ExportFormat(String name, String file, String description) {}
