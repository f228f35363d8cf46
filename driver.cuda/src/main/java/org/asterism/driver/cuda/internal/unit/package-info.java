/** Devices that were opened for a runtime, and their units: what a worker drives. */
package org.asterism.driver.cuda.internal.unit;
