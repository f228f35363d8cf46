package org.asterism.health.felix.internal;

import java.util.Set;
import java.util.stream.Collectors;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result.Status;
import org.apache.felix.hc.api.ResultLog;
import org.asterism.api.FormerWorker;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.osgi.service.component.annotations.Component;

/** Finds workers that were lost with their devices, until a worker of the same name is there again. */
@Component(
        service = HealthCheck.class,
        property = {
            HealthCheck.NAME + "=Asterism: no device is lost",
            HealthCheck.TAGS + "=" + RuntimeCheck.TAG,
            HealthCheck.TAGS + "=asterism-devices"
        })
public final class DevicesCheck extends RuntimeCheck {
    /** Called by Declarative Services. */
    public DevicesCheck() {
        super("no device is lost");
    }

    @Override
    void look(String name, TaskRuntime runtime, ResultLog log) {
        Set<String> present = runtime.workers().stream().map(Worker::name).collect(Collectors.toSet());
        for (FormerWorker former : runtime.formerWorkers()) {
            if (!present.contains(former.name())) {
                former.loss()
                        .ifPresent(loss -> log.add(new ResultLog.Entry(
                                Status.WARN,
                                "runtime '" + name + "' has lost worker " + former.name() + ": " + loss
                                        + "; tasks run on the other workers. When the device works again,"
                                        + " asterism:devices --rescan brings it back")));
            }
        }
    }
}
