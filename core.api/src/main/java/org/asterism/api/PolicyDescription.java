package org.asterism.api;

/**
 * A scheduling policy that can be used.
 *
 * @param name what it is called
 * @param description what it does, in a sentence
 * @param provider who brought it: the name and version of its bundle, if it came as one
 */
public record PolicyDescription(String name, String description, String provider) {}
