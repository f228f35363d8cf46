package org.asterism.core.internal.links;

/**
 * The measured speed of a link.
 *
 * @param latency nanoseconds that a copy of any size takes at least; 0 or more
 * @param nanosPerByte nanoseconds per byte; more than 0
 */
record Speed(double latency, double nanosPerByte) {}
