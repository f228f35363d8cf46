/**
 * Moves workers between contexts on behalf of a balancer: shows the balancer the contexts at regular times, checks its
 * answers and carries them out.
 */
package org.asterism.core.internal.balance;
