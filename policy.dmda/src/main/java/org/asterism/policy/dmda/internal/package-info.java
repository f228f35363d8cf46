/**
 * The scheduling policies {@code dm}, {@code dmda}, {@code dmdap}, {@code dmdar}, {@code dmdas}, {@code dmdasd} and
 * {@code dmdac}.
 */
package org.asterism.policy.dmda.internal;
