package org.asterism.driver.sim.internal.unit;

import org.asterism.driver.sim.internal.machine.Costs;
import org.asterism.spi.driver.EventClock;

/**
 * How a machine is simulated.
 *
 * @param clock the runtime's
 * @param executes whether kernels are run, and bytes are copied
 * @param spread how the kernels' times scatter
 * @param costs what else takes time
 */
record Conditions(EventClock clock, boolean executes, Spread spread, Costs costs) {}
