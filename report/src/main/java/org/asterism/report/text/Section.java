package org.asterism.report.text;

/**
 * A table that belongs to an answer.
 *
 * @param field its name in JSON
 * @param rows the table
 * @param isShown whether people see it; machines always do
 */
public record Section(String field, Listing<?> rows, boolean isShown) {}
