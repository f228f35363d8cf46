/**
 * Stress tests of policies that place each task where it costs least. They are in the package that they test, to reach
 * members that are not public.
 */
package org.asterism.kit.policy.placement;
