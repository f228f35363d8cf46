/** The scheduling policy {@code dmdar}. */
package org.asterism.policy.dmda.dmdar.internal;
