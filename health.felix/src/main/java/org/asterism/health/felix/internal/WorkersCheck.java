package org.asterism.health.felix.internal;

import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result.Status;
import org.apache.felix.hc.api.ResultLog;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;
import org.osgi.service.component.annotations.Component;

/** Finds runtimes without workers, and contexts whose tasks wait because they have none. */
@Component(
        service = HealthCheck.class,
        property = {
            HealthCheck.NAME + "=Asterism: there are workers",
            HealthCheck.TAGS + "=" + RuntimeCheck.TAG,
            HealthCheck.TAGS + "=asterism-workers"
        })
public final class WorkersCheck extends RuntimeCheck {
    /** Called by Declarative Services. */
    public WorkersCheck() {
        super("all runtimes have workers");
    }

    @Override
    void look(String name, TaskRuntime runtime, ResultLog log) {
        if (runtime.workers().isEmpty()) {
            log.add(new ResultLog.Entry(
                    Status.CRITICAL,
                    "runtime '" + name + "' has no workers, so no task can run; start the bundle of a driver such as"
                            + " driver.cpu, and see asterism:devices for what the drivers found"));
            return;
        }
        for (SchedulingContext context : runtime.contexts()) {
            long left = context.load().left();
            if (left > 0 && context.workers().isEmpty()) {
                log.add(new ResultLog.Entry(
                        Status.CRITICAL,
                        "runtime '" + name + "': context '" + context.name() + "' has no workers, and " + waiting(left)
                                + "; give it some with asterism:context add " + context.name() + " WORKER"));
            }
        }
    }
}
