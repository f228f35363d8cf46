/**
 * Stress tests of the gate before the policy, parked tasks and the counts. They are in the package that they test, to
 * reach members that are not public.
 */
package org.asterism.core.internal.context;
