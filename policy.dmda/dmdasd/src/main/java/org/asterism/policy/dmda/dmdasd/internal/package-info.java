/** The scheduling policy {@code dmdasd}. */
package org.asterism.policy.dmda.dmdasd.internal;
