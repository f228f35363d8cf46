/** The scheduling policy {@code prio}. */
package org.asterism.policy.prio.internal;
