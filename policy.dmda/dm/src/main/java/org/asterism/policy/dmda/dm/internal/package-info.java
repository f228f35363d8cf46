/** The scheduling policy {@code dm}. */
package org.asterism.policy.dmda.dm.internal;
