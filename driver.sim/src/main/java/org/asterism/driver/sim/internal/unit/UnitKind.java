package org.asterism.driver.sim.internal.unit;

import java.util.Map;
import org.asterism.driver.sim.internal.machine.WorkerGroup;

/**
 * The common properties of alike units.
 *
 * @param group their description
 * @param properties facts for people and filters
 * @param times the times of kernels on them
 */
record UnitKind(WorkerGroup group, Map<String, Object> properties, KernelTimes times) {}
