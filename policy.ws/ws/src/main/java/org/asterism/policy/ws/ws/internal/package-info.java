/** The scheduling policy {@code ws}. */
package org.asterism.policy.ws.ws.internal;
