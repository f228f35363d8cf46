/**
 * Building blocks of scheduling policies: queues of ready tasks such as {@link org.asterism.kit.policy.TaskFifo} and
 * {@link org.asterism.kit.policy.TaskPriorityQueue}, tasks per worker, sleeping workers, random numbers, and the
 * weights of costs. No policy has to use them.
 */
@Export
@Version("2.0.0")
package org.asterism.kit.policy;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
