/**
 * Observers of a runtime and their notification, and logging that never throws.
 *
 * <p>{@link Observers} asks each observer's class which methods it overrides, and keeps the union as one int. Calls are
 * made without locks, with two exceptions: decisions, stores and trees are reported within a call of the policy, copies
 * and memory by the thread that changes them.
 *
 * <p><b>Debuggers.</b> An observer that keeps a thread waits within {@code TaskRuntime.hold}. So the runtime can
 * explain what is held, also between policy and worker, and {@code held} and {@code continued} report it to profilers.
 * Meanwhile no task is reported as stuck, and {@code makeRoom} goes on waiting. Decisions are made within the policy,
 * so a breakpoint there would use up the {@code Patience} for policies; it stops the worker when the policy has handed
 * out the task.
 */
package org.asterism.core.internal.observation;
