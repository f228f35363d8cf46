package org.asterism.policy.modular.internal.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.tck.FakeComponentContext;
import org.asterism.tck.FakePolicyContext;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.asterism.tck.VirtualClock;
import org.junit.jupiter.api.Test;

/** What a worker's component keeps, and how long it believes that its worker is busy. */
class WorkerComponentTest {
    private static final Codelet CODELET =
            Codelet.named("task").access().cpu(kernel -> {}).build();

    private final VirtualClock clock = new VirtualClock();
    private final FakePolicyContext policy = new FakePolicyContext(Map.of(), clock);
    private final FakeWorker worker = new FakeWorker(0, Architecture.CPU);
    private final List<Task> again = new ArrayList<>();
    private final Reentry reentry = new Reentry() {
        @Override
        public long tag() {
            return 0;
        }

        @Override
        public void pushAgain(Task task) {
            again.add(task);
        }
    };
    private final WorkerComponent component = make();
    private int tasks;

    private WorkerComponent make() {
        policy.setWorkers(List.of(worker));
        FakeComponentContext place = new FakeComponentContext(
                "cpu-0", Map.of(), policy, context -> new WorkerComponent(context, worker, reentry));
        place.workers(List.<Worker>of(worker));
        return (WorkerComponent) place.component();
    }

    private FakeTask task(float nanos, float transfer) {
        FakeTask task = new FakeTask(++tasks, CODELET, 0);
        policy.predict(task, nanos, transfer);
        return task;
    }

    private long end() {
        return component.estimatedEnd() - clock.nanoTime();
    }

    @Test
    void shouldGiveWhatItWasPushedInThatOrder() {
        FakeTask first = task(0, 0);
        FakeTask second = task(0, 0);
        component.push(first);
        component.push(second);
        assertEquals(2, component.storedTasks());
        assertSame(first, component.take());
        assertSame(second, component.take());
        assertNull(component.take());
        assertEquals(2, component.taken());
    }

    @Test
    void shouldNoticeTheEndOfATaskOfUnknownDurationWhenItsWorkerAsksForItsLoad() {
        component.push(task(0, 0));
        FakeTask unknown = (FakeTask) component.take();
        assertFalse(component.mustFollow(unknown));
        unknown.setState(TaskState.DONE);
        assertEquals(1, component.estimatedLoad(), "another thread must not look at the worker's tasks");
        assertEquals(0, policy.popAs(worker, component::estimatedLoad));
        component.push(task(10, 0));
        assertTrue(component.mustFollow(component.take()));
    }

    @Test
    void shouldWakeItsWorkerOnlyIfThatSleepsAndCanExecuteTheTask() {
        FakeTask task = task(0, 0);
        assertFalse(component.canPull(task));
        worker.fallAsleep();
        assertFalse(component.canPull(task(0, 0).where(some -> false)));
        assertTrue(component.canPull(task));
        assertFalse(component.canPull(task));
    }

    @Test
    void shouldHaveATaskBeginAnewThatItsWorkerCannotExecuteAnyMore() {
        boolean[] allowed = {true};
        FakeTask moody = task(0, 0).where(some -> allowed[0]);
        FakeTask other = task(0, 0);
        component.push(moody);
        component.push(other);
        allowed[0] = false;
        assertSame(other, component.take());
        assertEquals(List.of(moody), again);
    }

    @Test
    void shouldExpectItsWorkerToEndWhatItWasGiven() {
        FakeTask first = task(100, 0);
        FakeTask second = task(50, 30);
        component.push(first);
        assertEquals(100, end());
        component.push(second);
        assertEquals(150, end(), "with a transfer that is over before the first task ends");
        assertEquals(0, policy.predictedTransferNanos(second), "what is left of the transfer");
        assertSame(first, component.take());
        assertEquals(150, end());
        clock.advance(Duration.ofNanos(10));
        first.setState(TaskState.RUNNING);
        component.begins(first);
        assertEquals(150, end(), "after it began 10 ns late");
        clock.advance(Duration.ofNanos(60));
        assertEquals(90, end());
        first.setState(TaskState.DONE);
        component.ended(first);
        assertEquals(50, end(), "after it ended 40 ns early");
        assertSame(second, component.take());
        component.ended(second);
        assertEquals(0, end());
    }

    @Test
    void shouldForgetATaskWhoseEndIsNotTold() {
        FakeTask task = task(100, 0);
        component.push(task);
        assertSame(task, component.take());
        assertEquals(1, component.estimatedLoad());
        task.setState(TaskState.FAILED);
        assertNull(component.take());
        assertEquals(0, component.estimatedLoad());
        assertEquals(0, end());
        assertTrue(component.isIdle());
    }

    @Test
    void shouldCountTransfersThatAreNotOverlapped() {
        component.push(task(20, 0));
        FakeTask late = task(10, 50);
        component.push(late);
        assertEquals(60, end());
        assertEquals(30, policy.predictedTransferNanos(late));
    }
}
