package org.asterism.core.internal.task;

import static org.asterism.core.internal.testing.Growth.requireLinear;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.Filters;
import org.asterism.api.data.Partition;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The time that describing and submitting tasks takes grows with their size, not with its square. */
@Timeout(120)
class GrowthTest {
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();

    private final Laboratory laboratory = Laboratory.withWorkers(1);
    private final TaskRuntime runtime = laboratory.runtime();

    @AfterEach
    void close() {
        laboratory.close();
    }

    private void runAll() {
        try {
            runtime.waitAll();
        } catch (InterruptedException late) {
            throw new AssertionError("waited in vain", late);
        }
    }

    private static Codelet codelet(int handles, Access mode) {
        Access[] modes = new Access[handles];
        Arrays.fill(modes, mode);
        return Codelet.named("many").access(modes).cpu(kernel -> {}).build();
    }

    private DataHandle[] handles(int number) {
        DataHandle[] all = new DataHandle[number];
        for (int index = 0; index < number; index++) {
            all[index] = runtime.data().token();
        }
        return all;
    }

    @Test
    void shouldMakeATaskWithManyBehindItWaitForManyOthers() {
        Task gate = runtime.task(NOTHING);
        Task held = runtime.task(NOTHING).after(gate).submit();
        Task first = runtime.task(NOTHING).submit();
        requireLinear(500, size -> {
            Task hub = runtime.task(NOTHING);
            for (int index = 0; index < size; index++) {
                runtime.task(NOTHING).after(hub).submit();
            }
            for (int index = 0; index < size; index++) {
                hub.after(runtime.task(NOTHING).after(first).submit());
            }
        });
        assertThrows(IllegalArgumentException.class, () -> gate.after(held));
    }

    @Test
    void shouldFindCirclesThroughDataAndEndsAndTags() {
        DataHandle data = runtime.data().token();
        Task promised = runtime.task(NOTHING);
        Codelet change = codelet(1, Access.RW);
        runtime.task(change).data(data).after(promised).submit();
        Task byData = runtime.task(change).data(data).submit();
        Task behind = runtime.task(NOTHING).after(byData).submit();
        assertThrows(IllegalArgumentException.class, () -> promised.after(behind));

        CountDownLatch go = new CountDownLatch(1);
        Codelet held = Codelet.named("held").access().cpu(kernel -> go.await()).build();
        Task ends = runtime.task(held).submit();
        Task afterItsEnd = runtime.task(NOTHING).after(ends).submit();
        Task last = runtime.task(NOTHING);
        ends.endAfter(last);
        assertThrows(IllegalArgumentException.class, () -> last.after(afterItsEnd));
        assertThrows(IllegalArgumentException.class, () -> ends.endAfter(afterItsEnd));
        go.countDown();

        Task carrier = runtime.task(NOTHING).tag(1);
        Task waiting = runtime.task(NOTHING).afterTags(1).submit();
        Task further = runtime.task(NOTHING).after(waiting).submit();
        assertThrows(IllegalArgumentException.class, () -> carrier.after(further));
    }

    @Test
    void shouldSubmitATaskWithManyHandles() {
        requireLinear(1000, size -> {
            DataHandle[] all = handles(size);
            runtime.task(codelet(size, Access.RW)).data(all).submit();
            runtime.task(codelet(size, Access.COMMUTE)).data(all).submit();
            runtime.task(codelet(size, Access.R)).data(all).submit();
        });
    }

    @Test
    void shouldRefuseToWriteOverlappingPiecesAmongMany() {
        DataHandle vector = runtime.data().vector(new long[64]);
        Partition one = vector.plan(Filters.blocks(32));
        Partition two = vector.plan(Filters.blocks(32));
        Partition inner = one.child(3).plan(Filters.blocks(2));
        Codelet open = Codelet.named("open").cpu(kernel -> {}).build();
        for (DataHandle other : List.of(vector, two.child(5), inner.child(1))) {
            for (Access mode : new Access[] {Access.R, Access.RW}) {
                Task task = runtime.task(open).access(other, mode);
                one.children().forEach(child -> task.access(child, Access.RW));
                assertThrows(IllegalArgumentException.class, task::submit, () -> "with " + other);
            }
        }
        Task apart = runtime.task(open);
        one.children().subList(4, 32).forEach(child -> apart.access(child, Access.RW));
        inner.children().forEach(child -> apart.access(child, Access.RW));
        apart.submit();
        runAll();
        assertEquals(TaskState.DONE, apart.state());
        vector.close();
    }

    @Test
    void shouldSubmitATaskOnManyChildren() {
        long[] value = new long[4000];
        requireLinear(500, size -> {
            try (DataHandle vector = runtime.data().vector(value)) {
                Partition parts = vector.plan(Filters.blocks(size));
                DataHandle[] all = parts.children().toArray(DataHandle[]::new);
                runtime.task(codelet(size, Access.RW)).data(all).submit();
                runtime.task(codelet(size, Access.R)).data(all).submit();
                runAll();
            }
        });
    }

    @Test
    void shouldGiveATagManyTasks() {
        long[] next = {0};
        requireLinear(1000, size -> {
            long common = ++next[0];
            for (int index = 0; index < size; index++) {
                runtime.task(NOTHING).tag(common).submit();
            }
        });
    }

    @Test
    void shouldPlaceManyReadersAndCommutingTasksAndWritersByTurns() {
        requireLinear(1000, size -> {
            DataHandle data = runtime.data().token();
            List<Task> tasks = new ArrayList<>();
            for (Access mode : new Access[] {Access.R, Access.RW, Access.COMMUTE, Access.R}) {
                Codelet one = codelet(1, mode);
                for (int index = 0; index < size; index++) {
                    tasks.add(runtime.task(one).data(data).submit());
                }
            }
            Task end = runtime.task(NOTHING);
            for (Task task : tasks) {
                end.endAfter(task);
            }
            end.submit();
            runAll();
            assertTrue(tasks.getLast().state().isFinal());
        });
    }
}
