/** Devices that were opened for a runtime, and their compute units. */
package org.asterism.driver.cuda.internal.unit;
