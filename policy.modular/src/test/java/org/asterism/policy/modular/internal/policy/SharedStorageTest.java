package org.asterism.policy.modular.internal.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.kit.component.StorageComponent;
import org.asterism.kit.component.StorageSettings;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.WorkerSet;
import org.asterism.tck.FakePolicyContext;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.asterism.tck.VirtualClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SharedStorageTest {
    private static final Codelet CODELET =
            Codelet.named("any").cpu(context -> {}).build();

    private final List<SchedulingComponent> stores = new ArrayList<>();
    private final TestKinds kinds = new TestKinds().add("queue", List.of("ntasks", "shared"), this::queue);
    private final VirtualClock clock = new VirtualClock();
    private final FakePolicyContext one = new FakePolicyContext(Map.of(), clock);
    private final FakePolicyContext other = new FakePolicyContext(Map.of(), clock);
    private final FakePolicyContext runtime = new FakePolicyContext(Map.of(), clock);
    private final FakeWorker first = new FakeWorker(0, Architecture.CPU);
    private final FakeWorker second = new FakeWorker(1, Architecture.CPU);
    private final List<TreePolicy> policies = new ArrayList<>();
    private long tasks;

    private SchedulingComponent queue(ComponentContext context) {
        StorageComponent store =
                new StorageComponent(
                        context, StorageSettings.of(context.parameters().allowOnly(StorageSettings.TASKS)), task -> 0) {
                    @Override
                    public boolean isBounded() {
                        return !context().parents().isEmpty()
                                && super.isBounded(); // a root, so that it is seen when it is full
                    }
                };
        stores.add(store);
        return store;
    }

    private TreePolicy policy(String description, FakePolicyContext context, FakeWorker worker) {
        context.setPlacement(runtime.placement());
        TreePolicy policy = kinds.policy(description, context);
        policies.add(policy);
        context.setWorkers(List.of(worker));
        policy.addWorkers(List.of(worker));
        return policy;
    }

    private FakeTask task() {
        return new FakeTask(++tasks, CODELET, 0);
    }

    @AfterEach
    void closePolicies() {
        policies.forEach(policy -> {
            policy.drain(task -> {});
            policy.close();
        });
    }

    @Test
    void shouldCountTheTasksOfAllContextsThatShareAStore() {
        String description = "queue#ahead(ntasks=3, shared=ahead) / chooser";
        TreePolicy ours = policy(description, one, first);
        TreePolicy theirs = policy(description, other, second);

        ours.push(task());
        ours.push(task());
        theirs.push(task());
        assertFull(theirs, "three are there, two of them in the other context");
        assertEquals(2, stores.get(0).storedTasks());
        assertEquals(1, stores.get(1).storedTasks());

        assertNotNull(ours.pop(first), "each context gives its own");
        theirs.push(task());
        assertFull(ours, "two of three are the other context's");
        List<Task> drained = new ArrayList<>();
        theirs.drain(drained::add);
        assertEquals(2, drained.size());
        ours.push(task());
        ours.push(task());
        assertFull(ours, "what was drained counts no more, all else does");
    }

    private void assertFull(TreePolicy policy, String why) {
        Task one = task();
        assertThrows(IllegalStateException.class, () -> policy.push(one), why);
    }

    @Test
    void shouldWakeTheWorkersOfAnotherContextWhenThereIsRoomForItsTasks() {
        TreePolicy ours = policy("queue(ntasks=1, shared=ahead) / chooser", one, first);
        TreePolicy theirs = policy("queue#above / queue(ntasks=1, shared=ahead) / chooser", other, second);
        ours.push(task());
        theirs.push(task());
        assertNull(theirs.pop(second), "the other context has taken the room");
        second.fallAsleep();
        assertNull(theirs.pop(second), "that is nobody's fault");

        assertNotNull(ours.pop(first));

        assertFalse(second.isAsleep(), "it should have been told that there is room");
        assertNotNull(theirs.pop(second));
    }

    @Test
    void shouldWakeTheWorkersOfAnotherContextWhenTasksAreDrained() {
        TreePolicy ours = policy("queue(ntasks=1, shared=ahead) / chooser", one, first);
        TreePolicy theirs = policy("queue#above / queue(ntasks=1, shared=ahead) / chooser", other, second);
        ours.push(task());
        theirs.push(task());
        assertNull(theirs.pop(second), "the other context has taken the room");
        second.fallAsleep();

        ours.drain(task -> {});

        assertFalse(second.isAsleep(), "nobody else will tell it that there is room");
        assertNotNull(theirs.pop(second));
    }

    @Test
    void shouldKnowTheWorkersOfAllContextsThatShareAndThoseOfItsOwn() {
        policy("reservoir / queue(ntasks=1, shared=ahead) / chooser", one, first);
        WorkerSet alone = stores.get(0).context().workers();
        assertEquals(List.of(first), alone.list());

        TreePolicy theirs = policy("queue#above / queue(ntasks=1, shared=ahead) / chooser", other, second);

        assertEquals(List.of(first, second), stores.get(0).context().workers().list());
        assertEquals(List.of(first), stores.get(0).context().workersInContext().list());
        theirs.close();
        policies.remove(theirs);
        assertEquals(List.of(first), stores.get(0).context().workers().list());
    }

    @Test
    void shouldShareNothingWithStoresOfOtherNames() {
        TreePolicy ours = policy("queue(ntasks=1, shared=ahead) / chooser", one, first);
        TreePolicy theirs = policy("queue(ntasks=1, shared=behind) / chooser", other, second);
        ours.push(task());
        theirs.push(task());
        assertNotNull(ours.pop(first));
        assertNotNull(theirs.pop(second));
    }

    @Test
    void shouldLeaveNothingBehindOfATreeThatCouldNotBeBuilt() {
        String stores = "each worker: queue(ntasks=1, shared=ahead)";
        policy("queue#above / chooser / " + stores, one, first);
        SchedulingComponent store = this.stores.stream()
                .filter(made -> made.context().name().contains("@"))
                .findFirst()
                .orElseThrow();
        other.setPlacement(runtime.placement());
        TreePolicy broken = kinds.policy("queue#above / passage / " + stores, other);
        policies.add(broken);

        assertThrows(
                IllegalArgumentException.class,
                () -> broken.addWorkers(List.of(new FakeWorker(0, Architecture.CPU), second)),
                "a passage has one child");

        assertEquals(List.of(first), store.context().workers().list());
    }
}
