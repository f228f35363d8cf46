/** The scheduling policies for parallel tasks: {@code peager}, {@code pprio}, {@code pheft} and {@code one-team}. */
package org.asterism.policy.parallel.internal;
