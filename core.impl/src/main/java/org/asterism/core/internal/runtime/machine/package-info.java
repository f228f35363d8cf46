/**
 * What is known of a machine: the topology and the costs that the description of a simulation gives, and which workers
 * are near to each other.
 */
package org.asterism.core.internal.runtime.machine;
