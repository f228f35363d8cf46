/** Moving workers between contexts on behalf of a balancer: what it is shown, when, and how its answers are used. */
package org.asterism.core.internal.balance;
