package org.asterism.core.internal.runtime;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.WorkerSelection;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BusyContextsTest {
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();

    @Test
    void shouldLetGoOfEndedTasksOfEachOfManyContextsThatAlwaysHaveTasks() {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            List<SchedulingContext> busy = new ArrayList<>();
            List<WeakReference<Task>> ended = new ArrayList<>();
            for (int number = 0; number < 4; number++) {
                SchedulingContext context = runtime.createContext(
                        ContextDescription.named("busy" + number).sharingWorkers(WorkerSelection.all()));
                context.task(NOTHING).afterTags(1).submit();
                ended.add(new WeakReference<>(runAndForget(context)));
                busy.add(context);
            }
            Await.await(() -> {
                for (int task = 0; task < 100; task++) {
                    runAndForget(busy.getFirst());
                }
                System.gc();
                return ended.stream().allMatch(reference -> reference.refersTo(null));
            });
            runtime.tags().notify(1);
        }
    }

    private static Task runAndForget(SchedulingContext context) {
        Task task = context.task(NOTHING).submit();
        try {
            task.await();
        } catch (InterruptedException stop) {
            throw new AssertionError(stop);
        }
        return task;
    }
}
