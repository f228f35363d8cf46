package org.asterism.profile.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.core.internal.runtime.CoreRuntimeFactory;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.policy.eager.internal.EagerPolicyFactory;
import org.asterism.profile.Moment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ContextClockTest {
    private static final Codelet NOTHING =
            Codelet.named("nothing").cpu(kernel -> {}).build();

    private final Plugins plugins = new Plugins();
    private final CoreRuntimeFactory factory = new CoreRuntimeFactory(plugins);

    ContextClockTest() {
        plugins.add(new PolicyPlugin("eager", "for tests", "test", 0, new EagerPolicyFactory()));
        plugins.add(new DriverPlugin("cpu", new InlineDriver(1)));
    }

    private static Standing standing(ContextClock clock) {
        return clock.read(Architecture.CPU, 0, new long[Standing.COUNT]);
    }

    @Test
    void shouldNotTakeOverATaskThatAWorkerHasTakenMeanwhile() {
        try (TaskRuntime runtime =
                factory.create(RuntimeConfiguration.defaults().withPolicy("eager"))) {
            ContextClock clock = new ContextClock(runtime.defaultContext(), 0);
            Task task = runtime.task(NOTHING);
            TaskRecord record = new TaskRecord(task, clock, null);
            clock.submitted(0);
            record.at(Moment.POPPED, 0);
            clock.popped(record, 0);
            clock.tookOver(record, task, 0);
            assertEquals(Standing.BLOCKED, standing(clock));
        }
    }

    @Test
    void shouldTakeBackATaskFromTheWorkersThatItWasCountedFor() {
        try (TaskRuntime runtime =
                factory.create(RuntimeConfiguration.defaults().withPolicy("eager"))) {
            ContextClock clock = new ContextClock(runtime.defaultContext(), 0);
            Task task = runtime.task(NOTHING);
            TaskRecord record = new TaskRecord(task, clock, null);
            clock.submitted(0);
            clock.submitted(0);
            clock.pushed(record, task, 0, false);
            assertEquals(Standing.AVAILABLE, standing(clock));
            task.on(runtime.workers().getFirst()); // is restricted from now on
            clock.departed(record, 0);
            Task other = runtime.task(NOTHING).on(runtime.workers().getFirst());
            clock.pushed(new TaskRecord(other, clock, null), other, 0, false);
            assertEquals(Standing.FOREIGN, standing(clock));
        }
    }
}
