/** The scheduling policy {@code dmdap}. */
package org.asterism.policy.dmda.dmdap.internal;
