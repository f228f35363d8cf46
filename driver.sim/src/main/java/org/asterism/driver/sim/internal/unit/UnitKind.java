package org.asterism.driver.sim.internal.unit;

import java.util.Map;
import org.asterism.driver.sim.internal.machine.WorkerGroup;

/**
 * What alike units have in common.
 *
 * @param group their description
 * @param properties facts for people and filters
 * @param times how long kernels take on them
 */
record UnitKind(WorkerGroup group, Map<String, Object> properties, KernelTimes times) {}
