/** Stress tests of falling asleep and being woken; in the package of what they test, to reach what is not public. */
package org.asterism.core.internal.worker;
