package org.asterism.core.internal.data;

import org.asterism.api.Codelet;
import org.asterism.api.Task;

/**
 * A conversion from one form of some data to another.
 *
 * @param codelet codelet that reads one form and writes the other
 * @param asTask a task of the codelet with these data, for queries to models and their learning. It is never submitted;
 *     null if the codelet has no model
 */
public record Converter(Codelet codelet, Task asTask) {}
