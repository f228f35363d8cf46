/** The scheduling policy {@code dmdas}. */
package org.asterism.policy.dmda.dmdas.internal;
