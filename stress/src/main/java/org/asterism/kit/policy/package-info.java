/**
 * Stress tests of the building blocks of policies. They are in the package that they test, to reach members that are
 * not public.
 */
package org.asterism.kit.policy;
