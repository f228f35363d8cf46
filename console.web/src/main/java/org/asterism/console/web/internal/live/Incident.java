package org.asterism.console.web.internal.live;

/**
 * A rare event that a page marks.
 *
 * @param time when, by the runtime's clock
 * @param text what, in one line
 */
public record Incident(long time, String text) {}
