/** The memory of devices: what lies where, and copies. */
package org.asterism.driver.opencl.internal.memory;
