package org.asterism.api.data;

import java.lang.foreign.MemorySegment;

/**
 * A row of elements without gaps.
 *
 * @param segment the elements' memory
 * @param element what they are
 * @param length how many there are
 */
public record VectorView(MemorySegment segment, ElementType element, long length) implements IndexedView {}
