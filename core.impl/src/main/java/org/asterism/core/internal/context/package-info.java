/**
 * Scheduling contexts: the gate in front of a policy, the tasks that it holds, and its replacement.
 *
 * <p><b>A policy that is stuck during a change.</b> A thread that {@link PolicySupervisor} has abandoned ends at its
 * next call of the core and changes nothing. If the old policy is stuck in {@code drain}, the new one goes on with all
 * tasks. If the new one is stuck while the old one drains into it, the old one is made anew. In virtual time the
 * caller's thread makes the calls and is never abandoned.
 *
 * <p><b>Factories may call the core.</b> {@link ChangeLock} is released meanwhile, so the change checks afterwards
 * which policy is in charge. The lock of moves, the configured contexts and the shared runtime recognise threads that
 * act for the waiting thread. That thread goes on only when they are back in the factory. Policies that they bring or
 * remove are handled when the change ends.
 *
 * <p><b>Policies that hold tasks until a program waits.</b> A wait counts itself before it notifies the policies, and a
 * change reads that count at its end. A wait that meets a closed gate leaves a mark for the change, see
 * {@link PolicyHooks}. The change notifies the policy on another thread, because it holds its lock.
 *
 * <p><b>Heirs.</b> A closed context passes the count of submitted tasks on before that of ended ones. So no thread ever
 * finds too few tasks left, and no wait returns early.
 *
 * <p><b>Scopes.</b> Cancelling a scope sets a reason that is read when a task becomes ready or begins, and looks
 * through the ready tasks once. A thread that waits for a scope only hears of circles that concern the scope.
 *
 * <p><b>Predicates.</b> If a program's predicate for workers throws, its task fails, and the policy is not blamed.
 */
package org.asterism.core.internal.context;
