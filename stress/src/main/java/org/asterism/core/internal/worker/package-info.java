/**
 * Stress tests of falling asleep and waking. They are in the package that they test, to reach members that are not
 * public.
 */
package org.asterism.core.internal.worker;
