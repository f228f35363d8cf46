package org.asterism.trace;

/**
 * Handle of data in a recording.
 *
 * @param id a number that no other handle of the recording has, from 1
 * @param name its name when it was first used
 * @param bytes the size of one copy of the data
 */
public record TraceHandle(int id, String name, long bytes) {}
