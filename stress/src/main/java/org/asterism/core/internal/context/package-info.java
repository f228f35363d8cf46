/**
 * Stress tests of the gate before the policy, parked tasks and the counts; in the package of what they test, to reach
 * what is not public.
 */
package org.asterism.core.internal.context;
