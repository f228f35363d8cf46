/** The scheduling policy {@code pprio}. */
package org.asterism.policy.parallel.pprio.internal;
