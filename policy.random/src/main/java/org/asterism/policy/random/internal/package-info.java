/** The scheduling policy {@code random}. */
package org.asterism.policy.random.internal;
