package org.asterism.core.internal.runtime.waiting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.Implementation;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskOverview;
import org.asterism.api.TaskOverview.RunningTask;
import org.asterism.api.TaskOverview.WaitingTask;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.data.DataHandle;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class TaskInspectorTest {
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();
    private static final Codelet ELSEWHERE = Codelet.named("elsewhere")
            .access()
            .implementation(Architecture.CUDA, new Implementation() {})
            .build();

    private static List<String> waits(TaskOverview overview, Task task) {
        return overview.oldestWaiting().stream()
                .filter(waiting -> waiting.id() == task.id())
                .findFirst()
                .map(WaitingTask::waitsFor)
                .orElseThrow();
    }

    @Test
    void shouldSayWhatEachTaskWaitsFor() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            CountDownLatch go = new CountDownLatch(1);
            Codelet hold = Codelet.named("hold")
                    .access(Access.RW)
                    .cpu(kernel -> go.await())
                    .build();
            DataHandle token = runtime.data().token();
            Task running = runtime.task(hold).data(token).submit();
            while (running.state() != TaskState.RUNNING) {
                Await.pause();
            }
            Task behind = runtime.task(hold).data(token).submit();
            Task promised = runtime.task(NOTHING);
            Task ready = runtime.task(NOTHING).submit();
            Task several = runtime.task(NOTHING).after(behind, promised, ready).submit();
            Task stranded = runtime.task(ELSEWHERE).submit();

            TaskOverview overview = runtime.tasks(10);
            assertEquals(5, overview.submitted());
            assertEquals(1, overview.running());
            assertEquals(2, overview.ready());
            assertEquals(2, overview.blocked());
            assertEquals(
                    List.of(behind.id(), ready.id(), several.id(), stranded.id()),
                    overview.oldestWaiting().stream().map(WaitingTask::id).toList());
            assertEquals(List.of(running + " (running on cpu-0)"), waits(overview, behind));
            RunningTask listed =
                    new RunningTask(running.id(), "hold", "default", TaskState.RUNNING, running.priority(), "cpu-0");
            assertEquals(List.of(listed), overview.oldestRunning());
            assertEquals(
                    List.of(listed), runtime.tasks(runtime.defaultContext(), 1).oldestRunning());
            assertEquals(List.of(), runtime.tasks(0).oldestRunning());
            assertEquals(List.of("a free worker"), waits(overview, ready));
            assertEquals(
                    List.of(behind + " (waiting)", promised + " (not submitted)", ready + " (ready)"),
                    waits(overview, several).stream().sorted().toList());
            assertEquals(
                    List.of("a worker that can execute it: context 'default' has none"), waits(overview, stranded));
            assertEquals(1, runtime.tasks(1).oldestWaiting().size());

            promised.submit();
            go.countDown();
            several.await();
            assertEquals(
                    List.of(stranded.id()),
                    runtime.tasks(10).oldestWaiting().stream()
                            .map(WaitingTask::id)
                            .toList());
        }
    }

    @Test
    void shouldSayThatTasksOfAParkedContextWaitForAPolicy() {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            laboratory.plugins.remove(laboratory.eager);
            Task parked = runtime.task(NOTHING).submit();
            assertEquals(List.of("a policy: context 'default' has none"), waits(runtime.tasks(10), parked));
            laboratory.plugins.add(laboratory.eager);
        }
    }

    @Test
    void shouldCountTheTasksOfOneContextAlone() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1);
                TaskRuntime runtime = laboratory.runtime()) {
            SchedulingContext empty = runtime.createContext(ContextDescription.named("empty"));
            Task waiting = empty.task(NOTHING).submit();
            empty.task(NOTHING).after(waiting).submit();
            Task done = runtime.task(NOTHING).submit();
            done.await();

            TaskOverview overview = runtime.tasks(empty, 1);
            assertEquals(new TaskOverview(2, 1, 1, 0, 0, 0, 0, overview.oldestWaiting()), overview);
            assertEquals(
                    List.of(waiting.id()),
                    overview.oldestWaiting().stream().map(WaitingTask::id).toList());
            assertEquals(1, runtime.tasks(runtime.defaultContext(), 9).done());

            empty.addWorkers(runtime.workers());
            empty.close();
            assertThrows(IllegalArgumentException.class, () -> runtime.tasks(empty, 1));
        }
    }
}
