/**
 * What a scheduling policy implements, and what it may build on: the service
 * {@link org.asterism.spi.policy.SchedulingPolicyFactory} and the queues and locks that our own policies use.
 */
@Export
@Version("1.0.0")
package org.asterism.spi.policy;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
