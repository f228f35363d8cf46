/** The CUDA driver's functions that this bundle uses, and their failures. */
package org.asterism.driver.cuda.internal.library;
