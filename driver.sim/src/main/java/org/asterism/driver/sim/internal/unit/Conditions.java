package org.asterism.driver.sim.internal.unit;

import org.asterism.driver.sim.internal.machine.Costs;
import org.asterism.spi.driver.EventClock;

/**
 * The conditions of a machine's simulation.
 *
 * @param clock the runtime's
 * @param executes whether kernels are run, and bytes are copied
 * @param spread the scatter of the kernels' times
 * @param costs the times of other operations
 */
record Conditions(EventClock clock, boolean executes, Spread spread, Costs costs) {}
