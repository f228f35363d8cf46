/** The scheduling policy {@code heteroprio}. */
package org.asterism.policy.heteroprio.internal;
