package org.asterism.spi.driver;

import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;

/**
 * A copy of one buffer.
 *
 * @param shape the number and length of its runs
 * @param from the source
 * @param to the destination, possibly with other strides
 */
public record BufferCopy(BufferShape shape, Buffer from, Buffer to) {}
