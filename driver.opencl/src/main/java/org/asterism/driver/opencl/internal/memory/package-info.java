/** The memory of devices: the objects in it, and copies. */
package org.asterism.driver.opencl.internal.memory;
