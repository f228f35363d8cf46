package org.asterism.components.modular.fifo.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.kit.component.StorageComponent;
import org.asterism.kit.component.StorageSettings;
import org.asterism.kit.policy.TaskStore;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.policy.PolicyProperties;
import org.asterism.tck.FakeComponentContext;
import org.asterism.tck.FakeLeaf;
import org.asterism.tck.FakePolicyContext;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.asterism.tck.VirtualClock;
import org.junit.jupiter.api.Test;

class StorageComponentTest {
    private static final Implementation ELSEWHERE = new Implementation() {};
    private static final Codelet CPU = Codelet.named("cpu").cpu(kernel -> {}).build();
    private static final Codelet CUDA =
            Codelet.named("cuda").implementation(Architecture.CUDA, ELSEWHERE).build();

    private final VirtualClock clock = new VirtualClock();
    private final FakePolicyContext policy = new FakePolicyContext(Map.of(), clock);
    private final FakeWorker cpu = new FakeWorker(0, Architecture.CPU);
    private final FakeWorker cuda = new FakeWorker(1, Architecture.CUDA);
    private FakeLeaf leaf;
    private RecordingParent parent;

    private FakeTask task(int id, Codelet codelet, int priority) {
        FakeTask task = new FakeTask(id, codelet, priority);
        policy.stamp(task, id);
        return task;
    }

    private FakeTask lasting(int id, long nanos, long transfer) {
        FakeTask task = task(id, CPU, 0);
        policy.predict(task, nanos, transfer);
        return task;
    }

    private StorageComponent root(Map<String, String> parameters) {
        FakeComponentContext below = new FakeComponentContext("leaf", Map.of(), policy, FakeLeaf::new);
        FakeComponentContext place =
                new FakeComponentContext("store", parameters, policy, new FifoFactory()::create).above(below);
        leaf = (FakeLeaf) below.component();
        below.workers(List.of(cpu, cuda));
        place.workers(List.of(cpu, cuda));
        return (StorageComponent) place.component();
    }

    /** A store with a parent, of a worker alone. */
    private StorageComponent inner(Map<String, String> parameters, UnaryOperator<FakeComponentContext> change) {
        FakeComponentContext below = new FakeComponentContext("leaf", Map.of(), policy, FakeLeaf::new);
        FakeComponentContext above = new FakeComponentContext("parent", Map.of(), policy, RecordingParent::new);
        FakeComponentContext place = new FakeComponentContext("store", parameters, policy, new FifoFactory()::create);
        above.above(change.apply(place.above(below)));
        leaf = (FakeLeaf) below.component();
        parent = (RecordingParent) above.component();
        below.workers(List.of(cpu));
        place.workers(List.of(cpu));
        return (StorageComponent) place.component();
    }

    private StorageComponent inner(Map<String, String> parameters) {
        return inner(parameters, place -> place);
    }

    private List<Task> pullAll(SchedulingComponent store, Worker worker) {
        List<Task> pulled = new ArrayList<>();
        for (Task task = store.pull(worker, leaf); task != null; task = store.pull(worker, leaf)) {
            pulled.add(task);
        }
        return pulled;
    }

    // Order.

    @Test
    void shouldGiveTasksInTheOrderOfPushesButThoseWithPrioritiesAboveZeroFirst() {
        StorageComponent store = root(Map.of());
        FakeTask low = task(1, CPU, -5);
        FakeTask zero = task(2, CPU, 0);
        FakeTask high = task(3, CPU, 2);
        FakeTask higher = task(4, CPU, 7);
        FakeTask alsoHigh = task(5, CPU, 2);
        List.of(low, zero, high, higher, alsoHigh).forEach(store::push);
        assertEquals(5, store.storedTasks());
        assertEquals(List.of(higher, high, alsoHigh, low, zero), pullAll(store, cpu));
    }

    @Test
    void shouldGiveAWorkerOnlyWhatItCanExecute() {
        StorageComponent store = root(Map.of());
        FakeTask first = task(1, CUDA, 0);
        FakeTask second = task(2, CPU, 0).where((Worker worker) -> worker != cpu);
        FakeTask third = task(3, CPU, 0);
        List.of(first, second, third).forEach(store::push);
        assertEquals(List.of(third), pullAll(store, cpu));
        assertEquals(List.of(first), pullAll(store, cuda));
        assertEquals(1, store.storedTasks());
    }

    @Test
    void shouldDrainInTheOrderOfStamps() {
        StorageComponent store = root(Map.of("exp", "true"));
        List<Task> tasks = List.of(lasting(2, 5, 0), task(1, CUDA, 3), task(3, CPU, 9));
        tasks.forEach(store::push);
        List<Task> drained = new ArrayList<>();
        store.drain(drained::add);
        assertEquals(List.of(tasks.get(1), tasks.get(0), tasks.get(2)), drained);
        assertEquals(0, store.storedTasks());
        assertEquals(0, store.expectedNanos());
    }

    // Limits.

    @Test
    void shouldRefuseMoreTasksThanItIsToKeep() {
        StorageComponent store = inner(Map.of("ntasks", "2"));
        assertTrue(store.isBounded());
        assertTrue(store.push(task(1, CPU, 0)));
        assertTrue(store.push(task(2, CPU, 0)));
        assertFalse(store.push(task(3, CPU, 0)));
        assertEquals(2, store.storedTasks());
        assertSame(1L, store.pull(cpu, leaf).id());
        assertTrue(store.push(task(4, CPU, 0)));
        assertFalse(store.push(task(5, CPU, 0)));
    }

    @Test
    void shouldTakeBackWhatItHasOfferedWhateverItsLimits() {
        StorageComponent store = inner(Map.of("ntasks", "1"));
        FakeTask task = task(1, CPU, 0);
        store.push(task);
        leaf.accept(offered -> {
            assertFalse(store.push(task(2, CPU, 0)), "a task that may come back keeps its room");
            return false;
        });
        assertFalse(store.canPush(leaf));
        assertEquals(1, store.storedTasks());
        assertSame(task, store.pull(cpu, leaf));
        assertTrue(store.push(task(3, CPU, 0)), "its room was given back once");
        assertFalse(store.push(task(4, CPU, 0)));
    }

    @Test
    void shouldRefuseWhatTakesTooLongTogether() {
        StorageComponent store = inner(Map.of("exp-len", "10us"));
        assertTrue(store.isBounded());
        assertTrue(store.push(lasting(1, 6_000, 0)));
        assertFalse(store.push(lasting(2, 4_000, 0)), "as long as the limit is too long");
        assertTrue(store.push(lasting(3, 3_999, 0)));
        assertEquals(9_999, store.expectedNanos());
        assertEquals(2, pullAll(store, cpu).size());
        assertEquals(0, store.expectedNanos());
        FakeTask longer = lasting(4, 50_000, 0);
        assertTrue(store.push(longer), "else it could run nowhere");
        assertFalse(store.push(lasting(5, 1, 0)));
        assertFalse(store.push(lasting(6, 50_000, 0)));
    }

    @Test
    void shouldSayWhatIsWrongWithItsParameters() {
        IllegalArgumentException unknown =
                assertThrows(IllegalArgumentException.class, () -> root(Map.of("tasks", "2")));
        assertTrue(
                unknown.getMessage().contains("'tasks'") && unknown.getMessage().contains("ntasks"),
                unknown.getMessage());
        IllegalArgumentException noUnit =
                assertThrows(IllegalArgumentException.class, () -> root(Map.of("exp-len", "10")));
        assertTrue(
                noUnit.getMessage().contains("'exp-len' is '10'")
                        && noUnit.getMessage().contains("10ms"),
                noUnit.getMessage());
        IllegalArgumentException contradiction =
                assertThrows(IllegalArgumentException.class, () -> root(Map.of("exp-len", "1s", "exp", "false")));
        assertTrue(contradiction.getMessage().contains("exp-len"), contradiction.getMessage());
        IllegalArgumentException negative =
                assertThrows(IllegalArgumentException.class, () -> root(Map.of("ntasks", "-1")));
        assertTrue(negative.getMessage().contains("ntasks"), negative.getMessage());
    }

    @Test
    void shouldReadLengthsOfTimeInTheirUnits() {
        for (Map.Entry<String, Long> length : Map.of(
                        "7ns", 7L, "1.5us", 1_500L, "2 µs", 2_000L, "10ms", 10_000_000L, "0.25s", 250_000_000L)
                .entrySet()) {
            assertEquals(
                    length.getValue(),
                    StorageSettings.of(new PolicyProperties(Map.of("exp-len", length.getKey())))
                            .nanos());
        }
    }

    // What is expected.

    @Test
    void shouldCountOnlyTheTransferThatIsNotHiddenByWhatItHas() {
        StorageComponent store = inner(Map.of("exp", "true"));
        leaf.estimate(1_000, 0);
        clock.advance(Duration.ofNanos(400));
        store.push(lasting(1, 5_000, 700));
        FakeTask second = lasting(2, 3_000, 7_000);
        assertEquals(5_100, store.expectedNanos(), "600 ns of 700 pass before the worker is free");
        assertEquals(6_100, store.estimatedEnd());
        store.push(second);
        assertEquals(5_100 + 3_000 + 1_300, store.expectedNanos());
        assertEquals(1_300, policy.predictedTransferNanos(second), "noted anew for those below");
        FakeTask third = lasting(3, 10, 50);
        store.push(third);
        assertEquals(0, policy.predictedTransferNanos(third));
        pullAll(store, cpu);
        assertEquals(0, store.expectedNanos());
    }

    @Test
    void shouldCountNothingUnlessAsked() {
        StorageComponent store = inner(Map.of("ntasks", "5"));
        FakeTask task = lasting(1, 5_000, 700);
        store.push(task);
        assertEquals(0, store.expectedNanos());
        assertEquals(700, policy.predictedTransferNanos(task));
    }

    @Test
    void shouldKeepItsAccountsWhenOthersNoteSomethingElseOnARefusedTask() {
        StorageComponent store = inner(Map.of("exp", "true"));
        FakeTask task = lasting(1, 5_000, 0);
        store.push(task);
        leaf.accept(offered -> {
            policy.predict(offered, 8_000, 0);
            return false;
        });
        store.canPush(leaf);
        assertEquals(8_000, store.expectedNanos());
        leaf.accept(offered -> {
            policy.predict(offered, 100, 0);
            return true;
        });
        store.push(lasting(2, 50, 0));
        store.canPush(leaf);
        assertEquals(0, store.expectedNanos());
    }

    @Test
    void shouldFillTheGapsBelowWithWhatItHas() {
        FakeComponentContext one =
                new FakeComponentContext("one", Map.of(), policy, FakeLeaf::new).workers(List.of(cpu));
        FakeComponentContext other =
                new FakeComponentContext("other", Map.of(), policy, FakeLeaf::new).workers(List.of(cuda));
        FakeComponentContext place = new FakeComponentContext(
                        "store", Map.of("exp", "true"), policy, new FifoFactory()::create)
                .above(one)
                .above(other)
                .workers(List.of(cpu, cuda));
        ((FakeLeaf) one.component()).estimate(1_000, 0.5);
        ((FakeLeaf) other.component()).estimate(4_000, 2);
        policy.predictor().relativeSpeed(Architecture.CUDA, 3);
        place.component().changed();
        SchedulingComponent store = place.component();
        assertEquals(1_000, store.estimatedEnd());
        store.push(lasting(1, 5_000, 0));
        assertEquals(1_000 + (5_000 + 3_000) / 2, store.estimatedEnd());
        assertEquals(2.5 + 1 / 2.0, store.estimatedLoad(), "at the average speed of 1 and 3");
    }

    // Hints.

    @Test
    void shouldTellBelowOfATaskAndAboveOfRoom() {
        StorageComponent store = inner(Map.of("ntasks", "2"));
        FakeTask task = task(1, CPU, 0);
        store.push(task);
        assertEquals(1, leaf.told());
        assertEquals(0, parent.told);
        assertSame(task, store.pull(cpu, leaf));
        assertEquals(1, parent.told, "it has room again");
        FakeTask later = task(2, CPU, 0);
        parent.tasks.add(later);
        assertSame(later, store.pull(cpu, leaf), "it was empty, but its parent was not");
        assertEquals(3, parent.told, "when it was empty, and when it had room again");
    }

    @Test
    void shouldAskAboveWhenItIsAskedAndHasNothing() {
        StorageComponent store = inner(Map.of());
        FakeTask task = task(1, CPU, 0);
        parent.tasks.add(task);
        assertTrue(store.canPush(leaf));
        assertEquals(List.of(task), leaf.taken());
        assertEquals(0, store.storedTasks());
    }

    // Pushing on.

    @Test
    void shouldGoOnWithOtherKindsWhenATaskIsRefused() {
        StorageComponent store = root(Map.of());
        FakeTask first = task(1, CUDA, 0);
        FakeTask second = task(2, CUDA, 0);
        FakeTask third = task(3, CPU, 0);
        List<Task> offered = new ArrayList<>();
        List.of(first, second, third).forEach(store::push);
        leaf.accept(task -> {
            offered.add(task);
            return task.codelet() == CPU;
        });
        assertTrue(store.canPush(leaf));
        assertEquals(List.of(first, third), offered);
        assertEquals(List.of(first, second), pullAll(store, cuda));
    }

    @Test
    void shouldTakeOutNoTaskThatItsChildSaysItWouldRefuse() {
        StorageComponent store = root(Map.of());
        FakeTask first = task(1, CPU, 0);
        List.of(first, task(2, CPU, 0)).forEach(store::push);
        List<Task> offered = new ArrayList<>();
        leaf.sated(true);
        leaf.accept(offered::add);
        assertTrue(store.canPush(leaf));
        assertEquals(List.of(first), offered);
        assertEquals(1, store.storedTasks());
    }

    @Test
    void shouldOfferTasksOfOtherKindsToAChildThatHasEnoughOfOne() {
        StorageComponent store = root(Map.of());
        leaf.sated(true);
        FakeTask forCpu = task(1, CPU, 0);
        FakeTask forCuda = task(2, CUDA, 0);
        List.of(forCpu, forCuda).forEach(store::push);
        assertTrue(store.canPush(leaf));
        assertEquals(List.of(forCpu, forCuda), leaf.taken());
        FakeTask again = task(3, CPU, 0);
        FakeTask restricted = task(4, CPU, 0).where((Worker worker) -> true);
        List.of(again, restricted).forEach(store::push);
        assertTrue(store.canPush(leaf));
        assertEquals(List.of(forCpu, forCuda, again, restricted), leaf.taken());
    }

    /** Takes out two tasks, lets a worker search meanwhile, puts the second one back and offers the first. */
    private static final class OfTwo extends StorageComponent {
        Runnable meanwhile = () -> {};

        OfTwo(ComponentContext context) {
            super(context, StorageSettings.of(context.parameters()), Task::priority);
        }

        @Override
        protected Task offerOne(Task first, TaskStore.Round round) {
            Task second = takeAlike(round, first);
            Runnable once = meanwhile;
            meanwhile = () -> {};
            once.run();
            if (second != null) {
                putBack(round, second);
            }
            return super.offerOne(first, round);
        }
    }

    @Test
    void shouldWakeAWorkerThatMissedATaskWhichWasPutBackThoughTheChildHasEnough() {
        FakeComponentContext below = new FakeComponentContext("leaf", Map.of(), policy, FakeLeaf::new);
        FakeComponentContext place = new FakeComponentContext("store", Map.of(), policy, OfTwo::new).above(below);
        leaf = (FakeLeaf) below.component();
        place.workers(List.of(cpu, cuda));
        OfTwo store = (OfTwo) place.component();
        List.of(task(1, CPU, 0), task(2, CPU, 0)).forEach(store::push);
        leaf.sated(true);
        leaf.accept(task -> leaf.taken().isEmpty());
        store.meanwhile = () -> {
            assertNull(store.pull(cpu, leaf), "both are out");
            cpu.fallAsleep();
        };
        assertTrue(store.canPush(leaf));
        assertFalse(cpu.isAsleep(), "a task is there still");
    }

    /** Pushes on what it is pushed, as heft does. */
    private static final class Eager extends StorageComponent {
        Eager(ComponentContext context) {
            super(context, StorageSettings.of(context.parameters()), Task::priority);
        }

        @Override
        protected void stored(Task task) {
            super.stored(task);
            pumpFor(task);
        }
    }

    @Test
    void shouldNotOfferAgainWhatWasRefusedUntilThereIsRoomAndLeaveNothingLying() {
        FakeComponentContext below = new FakeComponentContext("leaf", Map.of(), policy, FakeLeaf::new);
        FakeComponentContext place = new FakeComponentContext("store", Map.of(), policy, Eager::new).above(below);
        leaf = (FakeLeaf) below.component();
        place.workers(List.of(cpu, cuda));
        SchedulingComponent store = place.component();
        List<Task> offered = new ArrayList<>();
        int[] room = {1};
        leaf.accept(task -> {
            offered.add(task);
            return task.codelet() == CUDA || room[0]-- > 0;
        });
        List<FakeTask> tasks = new ArrayList<>();
        for (int id = 0; id < 10; id++) {
            tasks.add(task(id, CPU, 0));
            store.push(tasks.get(id));
        }
        assertEquals(List.of(tasks.get(0), tasks.get(1)), offered, "once it was refused there is no use in trying");
        FakeTask elsewhere = task(10, CUDA, 0);
        store.push(elsewhere);
        assertEquals(elsewhere, offered.getLast(), "another kind has other room");
        FakeTask urgent = task(11, CPU, 5);
        store.push(urgent);
        assertEquals(urgent, offered.getLast(), "it comes before the one that was refused");
        room[0] = 3;
        assertTrue(store.canPush(leaf));
        assertEquals(7, store.storedTasks());
        FakeTask restricted = task(12, CPU, 0).where((Worker worker) -> true);
        room[0] = 1;
        store.push(restricted);
        assertEquals(restricted, offered.getLast(), "its kind is its own");
        room[0] = Integer.MAX_VALUE;
        assertTrue(store.canPush(leaf));
        assertEquals(0, store.storedTasks(), "tasks were left lying");
        assertEquals(13, leaf.taken().size());
    }

    @Test
    void shouldOfferAgainIfThereWasRoomWhileATaskWasBeingRefused() {
        FakeComponentContext below = new FakeComponentContext("leaf", Map.of(), policy, FakeLeaf::new);
        FakeComponentContext place = new FakeComponentContext("store", Map.of(), policy, Eager::new).above(below);
        leaf = (FakeLeaf) below.component();
        place.workers(List.of(cpu, cuda));
        SchedulingComponent store = place.component();
        FakeTask first = task(1, CPU, 0);
        FakeTask second = task(2, CPU, 0);
        leaf.accept(task -> {
            leaf.accept(any -> true);
            store.canPush(leaf);
            return false;
        });
        store.push(first);
        store.push(second);
        assertEquals(List.of(first, second), leaf.taken());
    }

    @Test
    void shouldWakeSomebodyForATaskThatWasMissedWhileItWasOffered() {
        StorageComponent store = root(Map.of());
        FakeTask task = task(1, CPU, 0);
        store.push(task);
        cpu.fallAsleep();
        cuda.fallAsleep();
        leaf.accept(offered -> false);
        store.canPush(leaf);
        assertTrue(cpu.isAsleep(), "nobody has looked meanwhile");
        leaf.accept(offered -> {
            assertNull(store.pull(cpu, leaf));
            return false;
        });
        store.canPush(leaf);
        assertFalse(cpu.isAsleep(), "it has looked in vain");
        cpu.fallAsleep();
        leaf.accept(offered -> {
            leaf.accept(any -> false);
            assertFalse(store.canPush(leaf));
            return false;
        });
        store.canPush(leaf);
        assertFalse(cpu.isAsleep(), "who has room may have slept since as well");
        assertTrue(cuda.isAsleep(), "it cannot execute the task");
    }
}
