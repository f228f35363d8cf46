/** The scheduling policy {@code eager}. */
package org.asterism.policy.eager.internal;
