package org.asterism.driver.sim.internal.machine;

/**
 * A memory.
 *
 * @param name unique
 * @param bytes the part of its size that the core may use; {@link Long#MAX_VALUE} for no limit
 * @param device whether it belongs to a device, where taking memory and beginning a copy have a cost
 */
public record MemoryDescription(String name, long bytes, boolean device) {}
