package org.asterism.api;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Implementation of a codelet for one architecture. The driver of the architecture defines the type: the CPU driver
 * runs {@link Kernel}s, other drivers have their own types.
 */
@ConsumerType
public interface Implementation {}
