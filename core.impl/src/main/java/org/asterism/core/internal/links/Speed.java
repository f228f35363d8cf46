package org.asterism.core.internal.links;

/**
 * What was measured of a link.
 *
 * @param latency nanoseconds that a copy takes however little it is; 0 or more
 * @param nanosPerByte what each byte adds; more than 0
 */
record Speed(double latency, double nanosPerByte) {}
