package org.asterism.core.internal.data;

import org.asterism.api.Codelet;
import org.asterism.api.Task;

/**
 * What makes one form of some data of another.
 *
 * @param codelet reads the one and writes the other
 * @param asTask what models are asked about, and learn from: a task of the codelet with these data, which is never
 *     submitted; null if the codelet has no model
 */
public record Converter(Codelet codelet, Task asTask) {}
