/** What the driver is told, checked. */
package org.asterism.driver.opencl.internal.settings;
