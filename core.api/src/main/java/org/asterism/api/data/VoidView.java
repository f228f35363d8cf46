package org.asterism.api.data;

import java.lang.foreign.MemorySegment;

/**
 * Data without content, which only order tasks.
 *
 * @param segment an empty native segment
 */
public record VoidView(MemorySegment segment) implements DataView {}
