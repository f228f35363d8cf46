package org.asterism.kit.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.asterism.api.Architecture;
import org.asterism.api.Worker;
import org.asterism.tck.FakePolicyContext;
import org.asterism.tck.FakeWorker;
import org.junit.jupiter.api.Test;

final class WorkerCollectionTest {
    private final FakeWorker zero = new FakeWorker(0, Architecture.CPU);
    private final FakeWorker one = new FakeWorker(1, Architecture.CPU);
    private final FakeWorker two = new FakeWorker(2, Architecture.CPU);
    private final FakeWorker three = new FakeWorker(3, Architecture.CPU);

    @Test
    void shouldGoRoundAListFromEachWorkerOn() {
        WorkerCollection list = WorkerCollection.list();
        list.add(List.of(three, one));
        list.add(List.of(zero));
        assertEquals(List.of(zero, one, three), list.workers());
        assertEquals(List.of(one, three, zero), list.from(one));
        assertSame(list.from(one), list.from(one));
        list.remove(List.of(three));
        assertEquals(List.of(one, zero), list.from(one));
        assertThrows(IllegalArgumentException.class, () -> list.from(three));
        assertThrows(IllegalArgumentException.class, () -> list.from(two));
    }

    @Test
    void shouldGoThroughATreeFromTheNearestOn() {
        FakePolicyContext context = new FakePolicyContext(Map.of(), System::nanoTime);
        context.setWorkers(List.of(zero, one, two, three));
        // Even ones are near to each other, and odd ones.
        context.setNearest(origin -> Comparator.comparing((Worker worker) -> worker.id() % 2 != origin.id() % 2)
                .thenComparing(Worker::id));
        WorkerCollection tree = WorkerCollection.tree(context);
        tree.add(List.of(zero, one, two));
        assertEquals(List.of(two, zero, one), tree.from(two));
        assertEquals(List.of(one, zero, two), tree.from(one), "others of the context are none of its affair");
        tree.add(List.of(three));
        assertEquals(List.of(one, three, zero, two), tree.from(one));
        assertEquals(List.of(zero, one, two, three), tree.workers());
    }
}
