package org.asterism.trace;

/**
 * Thread that reported events.
 *
 * @param id a number that no other thread of the recording has, from 1
 * @param name its name when it reported its first event
 */
public record TraceThread(int id, String name) {}
