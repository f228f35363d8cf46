/** The scheduling policy {@code dmdac}. */
package org.asterism.policy.dmda.dmdac.internal;
