/** Programs and kernels: their compilation, loading and launch. */
package org.asterism.driver.cuda.internal.kernel;
