package org.asterism.health.felix.internal;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result.Status;
import org.apache.felix.hc.api.ResultLog;
import org.asterism.api.Explanation;
import org.asterism.api.TaskRuntime;
import org.asterism.profile.Standstill;
import org.asterism.profile.StandstillWatch;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Finds runtimes whose tasks wait while nothing moves, by comparing the counts of tasks between two executions. */
@Component(
        service = HealthCheck.class,
        property = {
            HealthCheck.NAME + "=Asterism: tasks move on",
            HealthCheck.TAGS + "=" + RuntimeCheck.TAG,
            HealthCheck.TAGS + "=asterism-stuck"
        })
public final class ProgressCheck extends RuntimeCheck {
    /** An explanation leads from cause to cause; the first ones are enough to see where to look. */
    private static final int MOST_CAUSES = 10;

    private final LongSupplier nanoTime;

    /** Those of the present runtimes; only a runtime that comes adds one, so that a look cannot keep one that left. */
    final Map<TaskRuntime, StandstillWatch> watches = new ConcurrentHashMap<>();

    /** Called by Declarative Services. */
    @Activate
    public ProgressCheck() {
        this(System::nanoTime);
    }

    ProgressCheck(LongSupplier nanoTime) {
        super("tasks move on, or none waits");
        this.nanoTime = nanoTime;
    }

    @Override
    void addRuntime(TaskRuntime runtime, Map<String, Object> properties) {
        watches.put(runtime, new StandstillWatch(runtime, nanoTime));
        super.addRuntime(runtime, properties);
    }

    @Override
    void removeRuntime(TaskRuntime runtime) {
        super.removeRuntime(runtime);
        watches.remove(runtime);
    }

    @Override
    void look(String name, TaskRuntime runtime, ResultLog log) {
        StandstillWatch watch = watches.get(runtime);
        // The runtime may have left since the execution began.
        if (watch != null) {
            watch.look().ifPresent(standstill -> describe(name, standstill, log));
        }
    }

    private static void describe(String name, Standstill standstill, ResultLog log) {
        Explanation why = standstill.why();
        log.add(new ResultLog.Entry(
                Status.CRITICAL,
                "runtime '" + name + "' is stuck: " + waiting(standstill.tasks())
                        + ", none runs, and nothing has moved for "
                        + TimeUnit.NANOSECONDS.toSeconds(standstill.nanos()) + " s; the oldest, " + why
                        + "; asterism:why " + why.subject() + " shows all causes"));
        for (int number = 0; number < MOST_CAUSES && !why.causes().isEmpty(); number++) {
            why = why.causes().getFirst();
            log.add(new ResultLog.Entry(Status.CRITICAL, "cause: " + why));
        }
    }
}
