/** Stress tests of who waits for whom; in the package of what they test, to reach what is not public. */
package org.asterism.core.internal.dependency;
