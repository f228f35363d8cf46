package org.asterism.shell.gogo.internal.context;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Worker;
import org.asterism.shell.gogo.internal.command.NamedRuntime;

/** Fields with which commands describe a context. */
final class ContextFields {
    private ContextFields() {}

    static Map<String, Object> fields(NamedRuntime runtime, SchedulingContext context) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("runtime", runtime.name());
        fields.put("context", context.name());
        return fields;
    }

    static List<String> names(List<Worker> workers) {
        return workers.stream().map(Worker::name).toList();
    }
}
