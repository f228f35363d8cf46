package org.asterism.core.internal.runtime;

import static org.asterism.core.internal.testing.Growth.requireLinear;

import org.asterism.api.Codelet;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.TaskRuntime;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.stepping.VirtualClock;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.TimedDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The time that workers take to come and to go grows with their number, not with its square. */
@Timeout(120)
class ManyWorkersTest {
    private static final Codelet WORK =
            Codelet.named("work").access().cpu(kernel -> {}).build();

    private static void run(int workers, boolean leave) {
        try (Laboratory laboratory = new Laboratory()) {
            DriverPlugin driver = laboratory.addDriver("timed", new TimedDriver(workers));
            TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withClock(new VirtualClock()));
            runtime.task(WORK).submit();
            runtime.waitAll();
            if (leave) {
                laboratory.plugins.remove(driver);
            }
        } catch (InterruptedException late) {
            throw new AssertionError("waited in vain", late);
        }
    }

    @Test
    void shouldCloseARuntimeWithManyWorkers() {
        requireLinear(4000, workers -> run(workers, false));
    }

    @Test
    void shouldTakeOutTheManyWorkersOfADriver() {
        requireLinear(4000, workers -> run(workers, true));
    }
}
