package org.asterism.profile;

import org.asterism.api.Explanation;

/**
 * A state in which tasks wait, none runs, and nothing moves.
 *
 * @param tasks the number of tasks that have not ended
 * @param nanos how long nothing has moved, in nanoseconds of real time
 * @param why explains the oldest of these tasks
 */
public record Standstill(long tasks, long nanos, Explanation why) {}
