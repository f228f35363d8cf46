/** Compute units that run kernels on the thread of their worker, each on its own processing unit. */
package org.asterism.driver.cpu.internal;
