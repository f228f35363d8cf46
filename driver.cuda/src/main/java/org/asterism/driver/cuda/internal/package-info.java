/** Runs tasks on NVIDIA devices through the CUDA driver. */
package org.asterism.driver.cuda.internal;
