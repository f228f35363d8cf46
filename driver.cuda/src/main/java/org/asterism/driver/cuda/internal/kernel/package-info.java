/** Programs and kernels: how they are compiled, loaded and launched. */
package org.asterism.driver.cuda.internal.kernel;
