package org.asterism.health.felix.internal;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
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
    private final Map<TaskRuntime, StandstillWatch> watches = new ConcurrentHashMap<>();

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
    void look(String name, TaskRuntime runtime, ResultLog log) {
        forgetRuntimesThatLeft();
        watches.computeIfAbsent(runtime, each -> new StandstillWatch(each, nanoTime))
                .look()
                .ifPresent(standstill -> describe(name, standstill, log));
    }

    private void forgetRuntimesThatLeft() {
        Set<TaskRuntime> present = runtimes.stream().map(Map.Entry::getValue).collect(Collectors.toSet());
        watches.keySet().retainAll(present);
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
