/** Reads descriptions of machines, and reports all mistakes in them. */
package org.asterism.driver.sim.internal.reading;
