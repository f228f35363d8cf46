/** Stress tests of the locks that the core and plug-ins use. */
package org.asterism.spi.concurrent;
