/**
 * The functions of OpenCL that are called for every task and every copy, straight through {@code java.lang.foreign}.
 */
package org.asterism.driver.opencl.internal.library;
