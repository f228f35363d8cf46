/**
 * An OSGi framework for the time of one process: without a cache that a restart would read, with one line for each
 * bundle that does not start, and with an end within a time limit. The launcher of the distribution and containers in
 * plain Java programs start it.
 */
package org.asterism.framework;
