package org.asterism.health.felix.internal;

import java.util.Map;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;
import org.apache.felix.hc.api.Result.Status;
import org.apache.felix.hc.api.ResultLog;
import org.asterism.api.RuntimeNames;
import org.asterism.api.TaskRuntime;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/**
 * Looks for one kind of trouble in all runtimes that are services. The shared runtime counts once a program has used
 * it: a check does not start it.
 */
abstract class RuntimeCheck implements HealthCheck {
    /** Tag of all checks of Asterism. */
    static final String TAG = "asterism";

    private final RuntimeNames runtimes = new RuntimeNames();

    /** The text of the result if the check finds nothing. */
    private final String sound;

    RuntimeCheck(String sound) {
        this.sound = sound;
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void addRuntime(TaskRuntime runtime, Map<String, Object> properties) {
        runtimes.add(runtime, RuntimeNames.of(properties));
    }

    void removeRuntime(TaskRuntime runtime) {
        runtimes.remove(runtime);
    }

    /** Adds an entry for each trouble: the runtime, what is wrong, why, and the remedy. */
    abstract void look(String name, TaskRuntime runtime, ResultLog log);

    /** A number of tasks as the beginning of a sentence. */
    static String waiting(long tasks) {
        return tasks == 1 ? "1 task waits" : tasks + " tasks wait";
    }

    @Override
    public final Result execute() {
        ResultLog log = new ResultLog();
        int used = 0;
        for (Map.Entry<String, TaskRuntime> each : runtimes.all().entrySet()) {
            if (each.getValue().hasBegun()) {
                used++;
                look(each.getKey(), each.getValue(), log);
            }
        }
        if (!log.iterator().hasNext()) {
            log.add(new ResultLog.Entry(Status.OK, used == 0 ? "no program has used a runtime yet" : sound));
        }
        return new Result(log);
    }
}
