/** Runs tasks on devices that support OpenCL. */
package org.asterism.driver.opencl.internal;
