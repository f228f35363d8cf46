/** The scheduling policies {@code ws} and {@code lws}. */
package org.asterism.policy.ws.internal;
