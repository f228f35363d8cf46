/** The driver of described machines: what it is told, and the units that it opens. */
package org.asterism.driver.sim.internal;
