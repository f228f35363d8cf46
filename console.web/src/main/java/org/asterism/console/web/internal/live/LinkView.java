package org.asterism.console.web.internal.live;

/**
 * Copies from one memory to another, since the runtime is observed.
 *
 * @param from the name of the source
 * @param to the name of the target
 * @param copies how many
 * @param bytes the sum of their sizes
 * @param nanos the sum of their times
 */
public record LinkView(String from, String to, long copies, long bytes, long nanos) {}
