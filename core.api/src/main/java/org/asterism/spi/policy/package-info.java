/**
 * Contract of scheduling policies. A policy is made by a {@link org.asterism.spi.policy.SchedulingPolicyFactory}, which
 * is an OSGi service, and asks the core through its {@link org.asterism.spi.policy.PolicyContext}. Queues and other
 * building blocks are in {@code org.asterism.kit.policy}, a bundle of its own.
 */
@Export
@Version("1.0.0")
package org.asterism.spi.policy;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
