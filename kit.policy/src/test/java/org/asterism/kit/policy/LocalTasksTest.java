package org.asterism.kit.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.spi.policy.WorkerLock;
import org.asterism.tck.FakePolicyContext;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.junit.jupiter.api.Test;

final class LocalTasksTest {
    private static final Codelet CPU = Codelet.named("cpu").cpu(kernel -> {}).build();

    private final FakeWorker one = new FakeWorker(0, Architecture.CPU);
    private final FakeWorker other = new FakeWorker(2, Architecture.CPU);
    private final FakePolicyContext context = new FakePolicyContext(Map.of(), System::nanoTime);
    private final LocalTasks local = new LocalTasks(context);
    private long tasks;

    LocalTasksTest() {
        context.setWorkers(List.of(one, other));
        local.addWorkers(List.of(one, other));
    }

    private FakeTask task(int priority) {
        return new FakeTask(tasks++, CPU, priority);
    }

    private Task pop(FakeWorker worker) {
        return context.popAs(worker, () -> local.pop(worker));
    }

    private FakeTask push(FakeTask task, FakeWorker worker) {
        local.push(task, worker);
        return task;
    }

    @Test
    void shouldFileTasksByPriorityAndTheOldestFirst() {
        FakeTask low = push(task(-1), one);
        FakeTask first = push(task(3), one);
        FakeTask second = push(task(3), one);
        FakeTask elsewhere = push(task(9), other);
        assertEquals(List.of(first, second, low), List.of(pop(one), pop(one), pop(one)));
        assertNull(pop(one));
        assertSame(elsewhere, pop(other));
    }

    @Test
    void shouldWakeTheWorker() {
        other.fallAsleep();
        push(task(0), other);
        assertEquals(1, context.wakeUps());
    }

    @Test
    void shouldHandTasksOutInTheOrderInWhichTheyWerePushed() {
        List<Task> pushed = new ArrayList<>();
        for (int count = 0; count < 20; count++) {
            pushed.add(push(task(count % 3), count % 4 == 0 ? other : one));
        }
        List<Task> drained = new ArrayList<>();
        local.drain(drained::add);
        assertEquals(pushed, drained);
        local.drain(task -> {
            throw new AssertionError(task);
        });
    }

    @Test
    void shouldGiveTheTasksOfAWorkerThatLeavesToOthers() {
        FakeTask first = push(task(0), other);
        push(task(7), one);
        FakeTask second = push(task(5), other);
        List<Task> orphans = new ArrayList<>();
        local.removeWorkers(List.of(other), orphans::add);
        assertEquals(List.of(first, second), orphans);
        String refusal = assertThrows(IllegalArgumentException.class, () -> local.push(task(0), other))
                .getMessage();
        assertTrue(refusal.contains("has no list of tasks"), refusal);
        local.addWorkers(List.of(other));
        assertNull(pop(other));
    }

    @Test
    void shouldHoldBackNothingBecauseOfATaskThatItsWorkerCannotExecuteAnyMore() {
        boolean[] allowed = {true};
        FakeTask stranded = push(task(9).where(worker -> allowed[0]), one);
        FakeTask free = push(task(0), one);
        allowed[0] = false;
        assertSame(free, pop(one));
        List<Task> left = new ArrayList<>();
        context.popAs(one, () -> {
            local.takeStranded(one, left::add);
            return null;
        });
        assertEquals(List.of(stranded), left);
        FakeTask mine = push(task(1).where(worker -> true), one);
        FakeTask before = push(task(2), one);
        FakeTask behind = push(task(1), one);
        assertEquals(List.of(before, mine, behind), List.of(pop(one), pop(one), pop(one)));
    }

    @Test
    void shouldRefuseAThreadASecondLock() {
        try (WorkerLock _ = context.lock(one)) {
            assertThrows(IllegalStateException.class, () -> push(task(0), other));
        }
        push(task(0), other);
    }
}
