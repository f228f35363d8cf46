/**
 * Topologies from four sources: libhwloc, hwloc's XML files, descriptions in one line, and Linux' files below
 * {@code /sys}.
 */
package org.asterism.topology.hwloc.internal;
