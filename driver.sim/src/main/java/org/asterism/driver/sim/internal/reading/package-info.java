/** Reads descriptions of machines, and says all that is wrong with them. */
package org.asterism.driver.sim.internal.reading;
