/** The CUDA driver's functions as this bundle uses them, and what can go wrong with them. */
package org.asterism.driver.cuda.internal.library;
