/** The driver of described machines: its settings, and the units that it opens. */
package org.asterism.driver.sim.internal;
