package org.asterism.api;

import java.util.HashMap;
import java.util.Map;

/**
 * Properties of a worker that filters see: the {@link Worker#properties properties} from its driver, and {@code name},
 * {@code id}, {@code arch} and {@code memory-node}.
 */
public final class WorkerFacts {
    private WorkerFacts() {}

    /**
     * The facts of a worker; any thread.
     *
     * @param worker any worker
     * @return by name, to be matched by an OSGi filter
     */
    public static Map<String, Object> of(Worker worker) {
        Map<String, Object> facts = new HashMap<>(worker.properties());
        facts.put("name", worker.name());
        facts.put("id", worker.id());
        facts.put("arch", worker.architecture().name());
        facts.put("memory-node", worker.memoryNode());
        return facts;
    }
}
