/** The scheduling policies {@code dm}, {@code dmda}, {@code dmdap}, {@code dmdar}, {@code dmdas} and {@code dmdasd}. */
package org.asterism.policy.dmda.internal;
