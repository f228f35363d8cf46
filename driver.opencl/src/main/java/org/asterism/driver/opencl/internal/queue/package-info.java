/** Queues of a device, and the detection of their commands' ends. */
package org.asterism.driver.opencl.internal.queue;
