/**
 * What is known of a machine, whatever format it was written in: workers, memories, ways between them, and kernels'
 * times.
 */
package org.asterism.driver.sim.internal.machine;
