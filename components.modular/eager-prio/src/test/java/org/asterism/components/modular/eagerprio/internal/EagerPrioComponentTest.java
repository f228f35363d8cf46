package org.asterism.components.modular.eagerprio.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.Task;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.tck.FakeComponentContext;
import org.asterism.tck.FakePolicyContext;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.asterism.tck.VirtualClock;
import org.junit.jupiter.api.Test;

class EagerPrioComponentTest {
    private static final Implementation ELSEWHERE = new Implementation() {};
    private static final Codelet CPU = Codelet.named("cpu").cpu(kernel -> {}).build();
    private static final Codelet CUDA =
            Codelet.named("cuda").implementation(Architecture.CUDA, ELSEWHERE).build();

    /** A child with room for some tasks. */
    private static final class Below extends SchedulingComponent {
        final List<Task> taken = new ArrayList<>();
        int room = 2;
        int offered;
        int told;
        private final boolean store;

        Below(ComponentContext context, boolean store) {
            super(context);
            this.store = store;
        }

        @Override
        public boolean push(Task task) {
            offered++;
            return taken.size() < room && taken.add(task);
        }

        @Override
        public boolean canPull(Task task) {
            told++;
            return true;
        }

        @Override
        public boolean isReservoir() {
            return store;
        }
    }

    private final FakePolicyContext policy = new FakePolicyContext(Map.of(), new VirtualClock());
    private final List<FakeWorker> workers = List.of(
            new FakeWorker(0, Architecture.CPU),
            new FakeWorker(1, Architecture.CPU),
            new FakeWorker(2, Architecture.CUDA));
    private final List<Below> below = new ArrayList<>();
    private int tasks;

    private SchedulingComponent eagerPrio(boolean stores) {
        FakeComponentContext place =
                new FakeComponentContext("eager-prio", Map.of(), policy, new EagerPrioFactory()::create);
        for (FakeWorker worker : workers) {
            FakeComponentContext child = new FakeComponentContext(
                    "below-" + worker, Map.of(), policy, context -> new Below(context, stores));
            below.add((Below) child.workers(List.of(worker)).component());
            place.above(child);
        }
        return place.workers(workers).component();
    }

    private FakeTask task(Codelet codelet, int priority) {
        FakeTask task = new FakeTask(++tasks, codelet, priority);
        policy.stamp(task, tasks);
        return task;
    }

    @Test
    void shouldPushOnAtOnceAndKeepTheRestByPriority() {
        SchedulingComponent store = eagerPrio(true);
        for (int i = 0; i < 4; i++) {
            store.push(task(CPU, 0));
        }
        assertEquals(
                List.of(2, 2, 0),
                below.stream().map(child -> child.taken.size()).toList(),
                "in turn");
        FakeTask low = task(CPU, 1);
        FakeTask high = task(CPU, 3);
        FakeTask alsoHigh = task(CPU, 3);
        List.of(low, high, alsoHigh).forEach(store::push);
        assertEquals(3, store.storedTasks());
        below.get(1).room = 3;
        below.get(0).room = 3;
        assertTrue(store.canPush(below.get(1)));
        assertSame(high, below.get(1).taken.getLast(), "who has asked is served");
        assertEquals(2, below.get(0).taken.size(), "who has not asked is thought to be full");
        store.canPush(below.get(0));
        assertSame(alsoHigh, below.get(0).taken.getLast());
        assertEquals(1, store.storedTasks());
    }

    @Test
    void shouldNotOfferTasksToWhoIsFullAgainAndAgain() {
        SchedulingComponent store = eagerPrio(true);
        below.forEach(child -> child.room = 0);
        for (int i = 0; i < 20; i++) {
            store.push(task(CPU, i));
        }
        assertEquals(
                List.of(1, 1, 0), below.stream().map(child -> child.offered).toList());
        FakeTask elsewhere = task(CUDA, 0);
        below.get(2).room = 1;
        store.push(elsewhere);
        assertEquals(List.of(elsewhere), below.get(2).taken);
        below.forEach(child -> child.room = 100);
        below.forEach(store::canPush);
        assertEquals(0, store.storedTasks(), "tasks were left lying");
    }

    @Test
    void shouldLetWorkersPullInsteadOfPushingToThem() {
        SchedulingComponent store = eagerPrio(false);
        FakeTask low = task(CPU, 0);
        FakeTask high = task(CPU, 1);
        store.push(low);
        store.push(high);
        assertEquals(2, below.stream().mapToInt(child -> child.told).sum());
        assertEquals(0, below.stream().mapToInt(child -> child.offered).sum());
        assertSame(high, store.pull(workers.get(1), below.get(1)));
        assertSame(low, store.pull(workers.get(0), below.get(0)));
    }

    @Test
    void shouldNotTakeSomebodyElsesChildForItsOwn() {
        SchedulingComponent store = eagerPrio(true);
        assertThrows(IllegalArgumentException.class, () -> store.canPush(store));
    }
}
