/** Moving workers between contexts as a balancer says: what it is shown, when, and what becomes of its answers. */
package org.asterism.core.internal.balance;
