/** The scheduling policy {@code lws}. */
package org.asterism.policy.ws.lws.internal;
