package org.asterism.trace.report.internal.analysis;

import org.asterism.trace.TraceNode;

/**
 * Use of a memory.
 *
 * @param node the memory
 * @param peak the most bytes of data at a time, without what was there before the recording
 * @param allocations how many copies were given memory
 * @param evictions how many copies were removed to make room
 * @param evicted their bytes
 */
public record NodeUse(TraceNode node, double peak, long allocations, long evictions, long evicted) {}
