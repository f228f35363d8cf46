package org.asterism.core.internal.coherence;

import java.util.List;

/**
 * A task that has given data with a lineage a new value.
 *
 * @param task all that is needed to run its kernel again
 * @param place its place among all producers: they ended in this order
 * @param output the history of the data that it wrote
 * @param version the version of these data that it made
 * @param overwrites whether it wrote them without reading them
 */
record Producer(TaskRecord task, long place, History output, long version, boolean overwrites) {
    /** Data that a producer read, and their version then. */
    record Input(History data, long version) {}

    /** The other data that it read, in the versions that they had. */
    List<Input> inputs() {
        return task.inputs();
    }

    @Override
    public String toString() {
        return task.name();
    }
}
