package org.asterism.profile.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.asterism.api.Codelet;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.WorkerState;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.core.internal.runtime.CoreRuntimeFactory;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.policy.eager.internal.EagerPolicyFactory;
import org.asterism.profile.Activity;
import org.asterism.profile.IdleReason;
import org.asterism.profile.ProfilerSettings;
import org.asterism.profile.WorkerProfile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WorkerClockTest {
    private final Plugins plugins = new Plugins();
    private final CoreRuntimeFactory factory = new CoreRuntimeFactory(plugins);

    WorkerClockTest() {
        plugins.add(new PolicyPlugin("eager", "for tests", "test", 0, new EagerPolicyFactory()));
    }

    private static long sum(Map<?, Long> times) {
        return times.values().stream().mapToLong(Long::longValue).sum();
    }

    @Test
    void shouldStandStillAfterTheWorkerHasLeft() {
        DriverPlugin driver = new DriverPlugin("cpu", new InlineDriver(1));
        plugins.add(driver);
        try (TaskRuntime runtime =
                factory.create(RuntimeConfiguration.defaults().withPolicy("eager"))) {
            Worker worker = runtime.workers().getFirst();
            WorkerClock clock = new WorkerClock(worker, List.of(), ProfilerSettings.defaults(), 0);
            clock.belongsTo(List.of(), 100);
            plugins.remove(driver);
            assertEquals(WorkerState.STOPPED, worker.state());
            WorkerProfile left = clock.profile(1000);
            assertEquals(100, sum(left.exclusive()));
            assertEquals(Map.of(IdleReason.LIMITS, 100L), left.idle());
            assertEquals(left, clock.profile(2000));
        }
    }

    @Test
    void shouldCountTheWayToTheKernelAsOverhead() {
        plugins.add(new DriverPlugin("cpu", new InlineDriver(1)));
        try (TaskRuntime runtime =
                factory.create(RuntimeConfiguration.defaults().withPolicy("eager"))) {
            Task task = runtime.task(Codelet.named("work").cpu(_ -> {}).build()).submit();
            TaskRecord record = new TaskRecord(task, null, null);
            WorkerClock clock =
                    new WorkerClock(runtime.workers().getFirst(), List.of(), ProfilerSettings.defaults(), 0);
            clock.woke(100);
            clock.popped(record, 130);
            clock.launched(1130);
            clock.executed(record, 1150, 1250, 0, 0);
            Map<Activity, Long> times = clock.profile(1300).exclusive();
            assertEquals(1000 + 20, times.get(Activity.OVERHEAD));
            assertEquals(100, times.get(Activity.EXECUTING));
        }
    }
}
