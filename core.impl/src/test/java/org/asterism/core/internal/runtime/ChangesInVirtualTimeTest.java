package org.asterism.core.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.api.WorkerSelection;
import org.asterism.core.internal.stepping.VirtualClock;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.TimedDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Contexts of a runtime in virtual time, changed by another thread than the one that steps its workers, as the shell
 * does.
 */
@Timeout(60)
class ChangesInVirtualTimeTest {
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();

    @Test
    void shouldRunAllTasksWhileAnotherThreadMovesWorkersAndReplacesPolicies() throws Exception {
        try (Laboratory laboratory = new Laboratory()) {
            VirtualClock clock = new VirtualClock();
            laboratory.addDriver("timed", new TimedDriver(64));
            try (TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withClock(clock))) {
                AtomicBoolean over = new AtomicBoolean();
                FutureTask<Integer> changes = new FutureTask<>(() -> change(runtime, over));
                new Thread(changes, "changer").start();
                for (int round = 0; round < 20; round++) {
                    List<Task> tasks = new ArrayList<>();
                    for (int index = 0; index < 2000; index++) {
                        tasks.add(runtime.task(NOTHING).submit());
                    }
                    runtime.waitAll();
                    assertEquals(
                            2000,
                            tasks.stream()
                                    .filter(task -> task.state() == TaskState.DONE)
                                    .count());
                }
                over.set(true);
                changes.get(30, TimeUnit.SECONDS);
            }
        }
    }

    private static int change(TaskRuntime runtime, AtomicBoolean over) {
        List<Worker> half = runtime.workers().subList(0, 32);
        int changes = 0;
        while (!over.get()) {
            SchedulingContext part =
                    runtime.createContext(ContextDescription.named("part").withWorkers(WorkerSelection.of(half)));
            part.removeWorkers(half);
            part.addWorkers(half);
            runtime.defaultContext().usePolicy(changes % 2 == 0 ? "prio" : "eager");
            part.close();
            changes++;
        }
        return changes;
    }
}
