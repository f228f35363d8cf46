package org.asterism.components.modular.fifo.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.tck.FakeComponentContext;
import org.asterism.tck.FakeLeaf;
import org.asterism.tck.FakePolicyContext;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.asterism.tck.VirtualClock;
import org.junit.jupiter.api.Test;

class ReadinessTest {
    private static final int NODE = 1;
    private static final Implementation ELSEWHERE = new Implementation() {};

    private final FakePolicyContext policy = new FakePolicyContext(Map.of(), new VirtualClock());
    private final FakeData data = new FakeData();
    private final FakeWorker gpu = new FakeWorker(0, Architecture.CUDA, NODE);
    private final FakeWorker otherGpu = new FakeWorker(1, Architecture.CUDA, NODE);
    private int tasks;

    private FakeTask task(int priority, Access mode, DataHandle... handles) {
        Access[] modes = new Access[handles.length];
        Arrays.fill(modes, mode);
        Codelet codelet = Codelet.named("cuda")
                .access(modes)
                .implementation(Architecture.CUDA, ELSEWHERE)
                .build();
        FakeTask task = new FakeTask(++tasks, codelet, priority).data(handles);
        policy.stamp(task, tasks);
        return task;
    }

    private FakeTask reading(DataHandle... handles) {
        return task(0, Access.R, handles);
    }

    private SchedulingComponent store(Map<String, String> parameters, List<FakeWorker> workers) {
        policy.setPlacement(data);
        FakeComponentContext leaf = new FakeComponentContext("leaf", Map.of(), policy, FakeLeaf::new);
        return new FakeComponentContext("store", parameters, policy, new FifoFactory()::create)
                .above(leaf)
                .workers(workers)
                .component();
    }

    private List<Task> pullAll(SchedulingComponent store) {
        List<Task> pulled = new ArrayList<>();
        for (Task task = store.pull(gpu, null); task != null; task = store.pull(gpu, null)) {
            pulled.add(task);
        }
        return pulled;
    }

    @Test
    void shouldGiveTheTaskFirstWhoseDataAreThere() {
        SchedulingComponent store = store(Map.of("ready", "true"), List.of(gpu));
        FakeTask missingMuch = reading(data.of(1000));
        FakeTask missingLittle = reading(data.of(10), data.on(NODE, data.of(5000)));
        FakeTask onItsWay = reading(data.onItsWay(NODE, data.of(10)));
        FakeTask allocated = reading(data.allocated(NODE, data.of(10)));
        FakeTask there = reading(data.on(NODE, data.of(9000)));
        FakeTask alsoThere = reading(data.on(NODE, data.of(1)));
        FakeTask writing = task(0, Access.W, data.of(77));
        FakeTask scratch = task(0, Access.SCRATCH, data.of(9999));
        List.of(missingMuch, missingLittle, onItsWay, allocated, there, alsoThere, writing, scratch)
                .forEach(store::push);
        assertEquals(
                List.of(there, alsoThere, scratch, writing, onItsWay, allocated, missingLittle, missingMuch),
                pullAll(store));
    }

    @Test
    void shouldPreferReadyTasksWithinAPriorityOnlyUnlessToldOtherwise() {
        FakeTask urgent = task(3, Access.R, data.of(1000));
        FakeTask there = task(0, Access.R, data.on(NODE, data.of(10)));
        FakeTask sameThere = task(2, Access.R, data.on(NODE, data.of(10)));
        List<FakeTask> all = List.of(urgent, there, sameThere);
        SchedulingComponent store = store(Map.of("ready", "true"), List.of(gpu));
        all.forEach(store::push);
        assertEquals(List.of(urgent, sameThere, there), pullAll(store));
        SchedulingComponent readyFirst = store(Map.of("ready-first", "true"), List.of(gpu));
        all.forEach(readyFirst::push);
        assertEquals(List.of(sameThere, there, urgent), pullAll(readyFirst), "a tie goes to the higher priority");
        SchedulingComponent plain = store(Map.of(), List.of(gpu));
        all.forEach(plain::push);
        assertEquals(List.of(urgent, sameThere, there), pullAll(plain));
    }

    @Test
    void shouldLookAtNoMoreTasksThanTheWindowHas() {
        SchedulingComponent store = store(Map.of("ready", "true", "window", "3"), List.of(gpu));
        List<FakeTask> missing = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            missing.add(reading(data.of(100)));
        }
        FakeTask there = reading(data.on(NODE, data.of(100)));
        missing.forEach(store::push);
        store.push(there);
        data.looks = 0;
        assertEquals(missing.getFirst(), store.pull(gpu, null));
        assertTrue(data.looks <= 3, data.looks + " looks");
        for (int i = 1; i < 48; i++) {
            store.pull(gpu, null);
        }
        assertEquals(there, store.pull(gpu, null), "the third of those that are left");
    }

    @Test
    void shouldEndTheSearchWithTheFirstThatLacksNothing() {
        SchedulingComponent store = store(Map.of("ready", "true"), List.of(gpu));
        FakeTask first = reading(data.on(NODE, data.of(1)));
        store.push(first);
        for (int i = 0; i < 100; i++) {
            store.push(reading(data.of(1)));
        }
        data.looks = 0;
        assertEquals(first, store.pull(gpu, null));
        assertEquals(1, data.looks);
    }

    @Test
    void shouldChooseOnlyWhatTheWorkerCanExecute() {
        SchedulingComponent store = store(Map.of("ready", "true"), List.of(gpu, otherGpu));
        FakeTask notMine = reading(data.on(NODE, data.of(1))).where((Worker worker) -> worker == otherGpu);
        FakeTask mine = reading(data.of(1)).where((Worker worker) -> worker == gpu);
        FakeTask anybodys = reading(data.of(1000));
        List.of(notMine, mine, anybodys).forEach(store::push);
        assertEquals(List.of(mine, anybodys), pullAll(store));
        assertEquals(notMine, store.pull(otherGpu, null));
        assertNull(store.pull(otherGpu, null));
    }

    @Test
    void shouldHaveDataFetchedWhereAllWorkersBelowWorkInOneMemory() {
        SchedulingComponent store = store(Map.of("ntasks", "1"), List.of(gpu, otherGpu));
        FakeTask negative = task(-7, Access.R, data.of(8));
        assertTrue(store.push(negative));
        store.push(reading(data.of(8)));
        assertEquals(
                List.of(negative + " for 0 as TASK_PREFETCH of 0"),
                data.prefetches,
                "by the order of the store, and nothing for what was refused");
        data.prefetches.clear();
        SchedulingComponent ofMany = store(Map.of(), List.of(gpu, new FakeWorker(2, Architecture.CPU, 0)));
        ofMany.push(reading(data.of(8)));
        assertEquals(List.of(), data.prefetches, "nobody knows where it will run");
        SchedulingComponent silent = store(Map.of("prefetch", "false"), List.of(gpu, otherGpu));
        silent.push(reading(data.of(8)));
        assertEquals(List.of(), data.prefetches, "the parameter says so");
    }
}
