/** Runs tasks on devices that speak OpenCL. */
package org.asterism.driver.opencl.internal;
