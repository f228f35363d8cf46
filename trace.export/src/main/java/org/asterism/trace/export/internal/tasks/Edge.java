package org.asterism.trace.export.internal.tasks;

/**
 * Dependency between two tasks.
 *
 * @param number a number that no other dependency of the recording has, from 1
 * @param task is waited for
 * @param successor waits
 */
public record Edge(long number, long task, long successor) {}
