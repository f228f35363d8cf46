package org.asterism.health.felix.internal;

import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result.Status;
import org.apache.felix.hc.api.ResultLog;
import org.asterism.api.ContextState;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;
import org.osgi.service.component.annotations.Component;

/** Finds contexts without policy: critical if tasks wait there. */
@Component(
        service = HealthCheck.class,
        property = {
            HealthCheck.NAME + "=Asterism: contexts have policies",
            HealthCheck.TAGS + "=" + RuntimeCheck.TAG,
            HealthCheck.TAGS + "=asterism-parked"
        })
public final class ParkedCheck extends RuntimeCheck {
    /** Called by Declarative Services. */
    public ParkedCheck() {
        super("all contexts have policies");
    }

    @Override
    void look(String name, TaskRuntime runtime, ResultLog log) {
        for (SchedulingContext context : runtime.contexts()) {
            if (context.state() == ContextState.PARKED) {
                String text = "runtime '" + name + "': context '" + context.name() + "' has no policy"
                        + context.trouble().map(why -> ": " + why).orElse("")
                        + "; start the bundle of policy '" + context.wantedPolicy()
                        + "', or use another with asterism:use " + context.name() + " POLICY";
                long left = context.load().left();
                if (left > 0) {
                    log.add(new ResultLog.Entry(Status.CRITICAL, text + "; " + waiting(left) + " there"));
                } else {
                    log.add(new ResultLog.Entry(Status.WARN, text));
                }
            }
        }
    }
}
