/** The scheduling policy {@code peager}. */
package org.asterism.policy.parallel.peager.internal;
