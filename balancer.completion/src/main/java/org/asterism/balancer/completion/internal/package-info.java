/** The balancer {@code completion}. */
package org.asterism.balancer.completion.internal;
