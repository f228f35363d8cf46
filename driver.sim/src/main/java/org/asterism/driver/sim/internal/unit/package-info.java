/** Compute units and memories that only let time pass. */
package org.asterism.driver.sim.internal.unit;
