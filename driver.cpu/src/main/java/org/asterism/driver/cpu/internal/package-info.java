/** Compute units that run kernels on the thread of their worker, each on a processing unit of its own. */
package org.asterism.driver.cpu.internal;
