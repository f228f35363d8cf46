/** The scheduling policy {@code pheft}. */
package org.asterism.policy.parallel.pheft.internal;
