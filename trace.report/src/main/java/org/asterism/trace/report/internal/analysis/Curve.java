package org.asterism.trace.report.internal.analysis;

/**
 * Course of a number over the makespan.
 *
 * @param name what it is, such as {@code ready} or {@code main to gpu}
 * @param values its value in each column of equal length
 */
public record Curve(String name, float[] values) {}
