/** The balancer {@code idle}. */
package org.asterism.balancer.idle.internal;
