package org.asterism.report.text;

/**
 * Table that is part of an answer.
 *
 * @param field name in JSON
 * @param rows table
 * @param isShown whether the text form contains it; JSON always does
 */
public record Section(String field, Listing<?> rows, boolean isShown) {}
