/** Compute units: each has a queue of a device, and puts the kernels of tasks into it. */
package org.asterism.driver.opencl.internal.unit;
