package org.asterism.trace;

/**
 * Memory node in a recording.
 *
 * @param id its id in the runtime; 0 is main memory
 * @param name its name
 * @param capacity its size in bytes
 */
public record TraceNode(int id, String name, long capacity) {}
