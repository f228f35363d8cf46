package org.asterism.core.internal.data;

import org.asterism.api.Codelet;
import org.asterism.core.internal.task.Job;

/**
 * What makes one form of some data of another.
 *
 * @param codelet reads the one and writes the other
 * @param asTask what models are asked about, and learn from: a task of the codelet with these data, which is never submitted; null if the
 *     codelet has no model
 */
public record Converter(Codelet codelet, Job asTask) {
    static Converter of(Codelet codelet, Handle from, Handle to) {
        if (codelet.model() == null) {
            return new Converter(codelet, null);
        }
        Job asTask = new Job(from.host(), codelet, 0);
        asTask.assign(from, to);
        return new Converter(codelet, asTask);
    }
}
