package org.asterism.profile;

/**
 * Estimates with which a policy chose a worker for a task. Each number is not-a-number if the policy did not know it.
 *
 * @param worker the name of the chosen worker
 * @param start the expected start, in nanoseconds of the runtime's clock
 * @param length the expected time of the kernel, in nanoseconds
 * @param transfer the expected time of the data's way, in nanoseconds
 * @param joules the expected energy
 */
public record Decision(String worker, double start, double length, double transfer, double joules) {}
