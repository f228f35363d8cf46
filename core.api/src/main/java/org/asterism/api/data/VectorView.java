package org.asterism.api.data;

import java.lang.foreign.MemorySegment;

/**
 * A row of elements without gaps.
 *
 * @param segment the elements' memory
 * @param element the type of the elements
 * @param length the number of elements
 */
public record VectorView(MemorySegment segment, ElementType element, long length) implements IndexedView {}
