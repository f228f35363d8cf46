/** The driver's settings, checked. */
package org.asterism.driver.opencl.internal.settings;
