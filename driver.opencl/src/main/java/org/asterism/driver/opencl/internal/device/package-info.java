/** Finds devices, describes them, and opens them. */
package org.asterism.driver.opencl.internal.device;
