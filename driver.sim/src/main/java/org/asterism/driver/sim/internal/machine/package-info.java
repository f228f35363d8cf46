/**
 * The description of a machine, independent of its file format: workers, memories, routes between them, and kernels'
 * times.
 */
package org.asterism.driver.sim.internal.machine;
