package org.asterism.shell.gogo.internal.command;

/**
 * Suggestion for the next word.
 *
 * @param value the suggested word
 * @param description short description, or null
 */
public record Suggestion(String value, String description) {}
