package org.asterism.driver.cpu.internal;

/**
 * A processing unit that a worker can have.
 *
 * @param processingUnit the operating system's number
 * @param thread the number of the hardware thread within its core, from 0
 * @param core hwloc's logical number of the core
 * @param socket hwloc's logical number of the package, or -1 if the topology has none
 * @param numaNode the operating system's number of the nearest memory node, or -1 if the topology has none
 */
record Place(int processingUnit, int thread, int core, int socket, int numaNode) {}
