package org.asterism.api;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * One way to do a codelet's work on one architecture. What it holds is an agreement with the architecture's driver:
 * the CPU driver runs {@link Kernel}s; other drivers bring types of their own.
 */
@ConsumerType
public interface Implementation {}
