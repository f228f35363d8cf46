package org.asterism.profile;

/**
 * What travelled from one memory node to another since the last reset.
 *
 * @param from the name of the source
 * @param to the name of the target
 * @param bytes the sum of the sizes of the copies
 * @param transfers the number of copies
 * @param nanos the sum of the times of the copies; copies at the same time count each
 */
public record LinkProfile(String from, String to, long bytes, long transfers, long nanos) {}
