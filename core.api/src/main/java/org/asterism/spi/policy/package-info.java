/**
 * Contract of scheduling policies. A {@link org.asterism.spi.policy.SchedulingPolicyFactory}, which is an OSGi service,
 * makes a policy, which asks the core through its {@link org.asterism.spi.policy.PolicyContext}. Queues and other
 * building blocks are in a separate bundle, {@code org.asterism.kit.policy}.
 */
@Export
@Version("1.2.0")
package org.asterism.spi.policy;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
