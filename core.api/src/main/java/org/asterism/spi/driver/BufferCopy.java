package org.asterism.spi.driver;

import org.asterism.api.data.Buffer;
import org.asterism.api.data.BufferShape;

/**
 * One buffer to be copied.
 *
 * @param shape how many runs there are, and how long they are
 * @param from where they lie
 * @param to where they shall lie, possibly with other strides
 */
public record BufferCopy(BufferShape shape, Buffer from, Buffer to) {}
