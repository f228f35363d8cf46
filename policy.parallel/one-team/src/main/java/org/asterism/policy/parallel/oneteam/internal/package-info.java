/** The scheduling policy {@code one-team}. */
package org.asterism.policy.parallel.oneteam.internal;
