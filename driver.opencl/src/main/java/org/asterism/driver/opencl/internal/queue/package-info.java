/** Queues of a device, and what tells when commands have ended. */
package org.asterism.driver.opencl.internal.queue;
