package org.asterism.shell.gogo.internal.command;

/**
 * Something that can be typed next.
 *
 * @param value what would be typed
 * @param description a few words about it, or null
 */
public record Suggestion(String value, String description) {}
