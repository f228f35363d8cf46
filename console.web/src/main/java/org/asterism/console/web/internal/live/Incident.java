package org.asterism.console.web.internal.live;

/**
 * A rare event that a page marks.
 *
 * @param time when, by the runtime's clock
 * @param isLoss whether a worker was lost, with its device
 * @param text what, in one line
 */
public record Incident(long time, boolean isLoss, String text) {}
