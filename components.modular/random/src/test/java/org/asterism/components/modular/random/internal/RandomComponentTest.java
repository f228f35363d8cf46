package org.asterism.components.modular.random.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.Worker;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.tck.FakeComponentContext;
import org.asterism.tck.FakeLeaf;
import org.asterism.tck.FakePolicyContext;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.asterism.tck.VirtualClock;
import org.junit.jupiter.api.Test;

class RandomComponentTest {
    private static final Implementation ELSEWHERE = new Implementation() {};
    private static final Codelet EITHER = Codelet.named("either")
            .cpu(kernel -> {})
            .implementation(Architecture.CUDA, ELSEWHERE)
            .build();
    private static final Codelet CPU = Codelet.named("cpu").cpu(kernel -> {}).build();
    private static final Codelet CUDA =
            Codelet.named("cuda").implementation(Architecture.CUDA, ELSEWHERE).build();

    private final FakePolicyContext policy = new FakePolicyContext(Map.of(), new VirtualClock());
    private final List<FakeWorker> workers = List.of(
            new FakeWorker(0, Architecture.CPU),
            new FakeWorker(1, Architecture.CPU),
            new FakeWorker(2, Architecture.CUDA),
            new FakeWorker(3, Architecture.CPU));
    private List<FakeLeaf> leaves;

    /** Children: two CPUs, a GPU, a CPU. */
    private SchedulingComponent random() {
        policy.predictor().relativeSpeed(Architecture.CPU, 1);
        policy.predictor().relativeSpeed(Architecture.CUDA, 6);
        FakeComponentContext place = new FakeComponentContext("random", Map.of(), policy, new RandomFactory()::create);
        leaves = new ArrayList<>();
        for (List<FakeWorker> below : List.of(workers.subList(0, 2), workers.subList(2, 3), workers.subList(3, 4))) {
            FakeComponentContext leaf =
                    new FakeComponentContext("leaf", Map.of(), policy, FakeLeaf::new).workers(below);
            leaves.add((FakeLeaf) leaf.component());
            place.above(leaf);
        }
        return place.workers(workers).component();
    }

    private List<Integer> taken() {
        return leaves.stream().map(leaf -> leaf.taken().size()).toList();
    }

    @Test
    void shouldDrawChildrenByTheSpeedOfTheirWorkers() {
        SchedulingComponent random = random();
        for (int id = 0; id < 9_000; id++) {
            assertTrue(random.push(new FakeTask(id, EITHER, 0)));
        }
        assertEquals(2_000, taken().get(0), 150);
        assertEquals(6_000, taken().get(1), 150);
        assertEquals(1_000, taken().get(2), 150);
    }

    @Test
    void shouldCountOnlyWorkersThatCanExecuteTheTask() {
        SchedulingComponent random = random();
        for (int id = 0; id < 3_000; id++) {
            assertTrue(random.push(new FakeTask(id, CPU, 0)));
            assertTrue(random.push(new FakeTask(id, EITHER, 0).where((Worker worker) -> worker.id() % 2 == 1)));
            assertTrue(random.push(new FakeTask(id, CUDA, 0)));
        }
        assertEquals(3_000, taken().get(1));
        assertEquals(2_000 + 1_500, taken().get(0), 200);
        assertFalse(random.push(new FakeTask(1, CPU, 0).where((Worker worker) -> false)));
    }

    @Test
    void shouldTakeTheSameCourseAgain() {
        List<List<?>> courses = new ArrayList<>();
        for (int run = 0; run < 2; run++) {
            SchedulingComponent random = random();
            for (int id = 0; id < 100; id++) {
                random.push(new FakeTask(id, EITHER, 0));
            }
            courses.add(leaves.stream()
                    .map(leaf -> leaf.taken().stream().map(task -> task.id()).toList())
                    .toList());
        }
        assertEquals(courses.get(0), courses.get(1));
        assertTrue(taken().stream().allMatch(count -> count > 0), () -> "a seed of little use: " + taken());
    }

    @Test
    void shouldRefuseWhatTheDrawnChildRefuses() {
        SchedulingComponent random = random();
        leaves.forEach(leaf -> leaf.accept(task -> false));
        assertFalse(random.push(new FakeTask(1, EITHER, 0)));
    }

    @Test
    void shouldHaveParentsPushWhenAWorkerPulls() {
        SchedulingComponent random = random();
        assertFalse(random.letsPull());
        assertNull(random.pull(workers.getFirst(), leaves.getFirst()));
    }

    @Test
    void shouldNoticeThatWorkersHaveChanged() {
        SchedulingComponent random = random();
        random.push(new FakeTask(1, CPU, 0));
        for (FakeLeaf leaf : leaves) {
            ((FakeComponentContext) leaf.context()).workers(leaf == leaves.get(2) ? workers.subList(3, 4) : List.of());
        }
        random.changed();
        for (int id = 0; id < 50; id++) {
            assertTrue(random.push(new FakeTask(id, CPU, 0)));
        }
        assertTrue(taken().get(2) >= 50, () -> "" + taken());
        assertFalse(random.push(new FakeTask(1, CUDA, 0)));
    }
}
