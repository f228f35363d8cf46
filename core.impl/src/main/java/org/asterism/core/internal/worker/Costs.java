package org.asterism.core.internal.worker;

/**
 * What it costs to hand tasks about, in virtual time: in a simulated runtime the core's own work takes none otherwise.
 *
 * @param submitNanos what the submission of a task costs its program
 * @param pushNanos what it costs to give a ready task to the policy
 * @param fetchNanos what asking for one of a task's data costs its worker
 */
public record Costs(long submitNanos, long pushNanos, long fetchNanos) {}
