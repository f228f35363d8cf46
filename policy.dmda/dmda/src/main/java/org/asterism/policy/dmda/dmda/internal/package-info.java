/** The scheduling policy {@code dmda}. */
package org.asterism.policy.dmda.dmda.internal;
