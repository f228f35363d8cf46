/**
 * Topologies from four sources: libhwloc, hwloc's XML files, descriptions in one line, and what Linux shows under
 * {@code /sys}.
 */
package org.asterism.topology.hwloc.internal;
