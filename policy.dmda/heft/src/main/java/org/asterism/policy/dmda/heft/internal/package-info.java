/** The scheduling policy {@code heft}. */
package org.asterism.policy.dmda.heft.internal;
