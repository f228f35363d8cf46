package org.asterism.profile;

/**
 * How long the kernels of a codelet ran on one kind of processor since the last reset. Times are in nanoseconds. Mean,
 * deviation and extremes are exact. A quantile comes from a histogram with eight classes for each power of two, so it
 * is at most 7 % off.
 *
 * @param codelet the codelet's name
 * @param architecture the kind of processor
 * @param count the number of kernels
 * @param mean the mean
 * @param deviation the standard deviation of the population
 * @param least the shortest time
 * @param most the longest time
 * @param quarter the first quartile
 * @param median the median
 * @param threeQuarters the third quartile
 * @param p99 the 99th percentile
 */
public record CodeletProfile(
        String codelet,
        String architecture,
        long count,
        double mean,
        double deviation,
        long least,
        long most,
        double quarter,
        double median,
        double threeQuarters,
        double p99) {}
