/** Programs and kernels: compiled once, kept on disk, given their arguments, and launched. */
package org.asterism.driver.opencl.internal.kernel;
