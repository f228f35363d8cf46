package org.asterism.profile.internal;

import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.asterism.api.ContextDescription;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.WorkerSelection;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.core.internal.runtime.CoreRuntimeFactory;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.policy.eager.internal.EagerPolicyFactory;
import org.asterism.profile.ProfilerSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WorkersTest {
    private final Plugins plugins = new Plugins();
    private final CoreRuntimeFactory factory = new CoreRuntimeFactory(plugins);
    private final Workers workers = new Workers(ProfilerSettings.defaults());

    WorkersTest() {
        plugins.add(new PolicyPlugin("eager", "for tests", "test", 0, new EagerPolicyFactory()));
        plugins.add(new DriverPlugin("cpu", new InlineDriver(1)));
    }

    private static SchedulingContext made(TaskRuntime runtime, String name) {
        return runtime.createContext(ContextDescription.named(name).withWorkers(WorkerSelection.none()));
    }

    @Test
    void shouldForgetAClosedContextThatHasNeitherTasksNorWorkers() {
        try (TaskRuntime runtime =
                factory.create(RuntimeConfiguration.defaults().withPolicy("eager"))) {
            SchedulingContext closed = made(runtime, "closed");
            SchedulingContext busy = made(runtime, "busy");
            SchedulingContext manned = made(runtime, "manned");
            Worker worker = runtime.workers().getFirst();
            ContextClock ofClosed = workers.context(closed, 0);
            ContextClock ofBusy = workers.context(busy, 0);
            workers.joined(worker, manned, 0);
            ContextClock ofManned = workers.context(manned, 0);
            ofBusy.submitted(0);
            closed.close();
            busy.close();
            manned.close();
            workers.context(runtime.defaultContext(), 0);
            assertSame(ofBusy, workers.context(busy, 0));
            assertSame(ofManned, workers.context(manned, 0));
            assertNotSame(ofClosed, workers.context(closed, 0));
        }
    }
}
