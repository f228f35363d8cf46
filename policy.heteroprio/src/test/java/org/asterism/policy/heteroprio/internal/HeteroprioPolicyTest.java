package org.asterism.policy.heteroprio.internal;

import static org.asterism.policy.heteroprio.internal.Scene.GEMM;
import static org.asterism.policy.heteroprio.internal.Scene.POTRF;
import static org.asterism.policy.heteroprio.internal.Scene.TRSM;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.model.PerformanceModel;
import org.asterism.tck.FakePolicyContext;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeteroprioPolicyTest {
    private static final int CPU = 0;
    private static final int GPU = 1;

    @ParameterizedTest
    @ValueSource(strings = {"urt-dot-diff-4", "acceleration", "difference", "successors-dot-difference"})
    void shouldVisitFirstWhatAnArchitectureIsBestAt(String ordering) {
        Map<String, String> properties = Map.of("ordering", ordering, "admission", "always", "window", "1");
        try (Scene scene = new Scene(1, 1, properties)) {
            scene.push(TRSM);
            scene.push(POTRF);
            scene.push(GEMM);
            assertEquals(List.of("gemm", "trsm", "potrf"), scene.popAll(GPU), "what a GPU takes");
            scene.push(TRSM);
            scene.push(GEMM);
            scene.push(POTRF);
            assertEquals(List.of("potrf", "trsm", "gemm"), scene.popAll(CPU), "what a CPU takes");
        }
    }

    @Test
    void shouldVisitInTheOrderThatItIsGiven() {
        Map<String, String> properties = Map.of("order.cuda", "trsm,potrf", "admission", "always", "window", "1");
        try (Scene scene = new Scene(1, 1, properties)) {
            scene.push(POTRF);
            scene.push(GEMM);
            scene.push(TRSM);
            assertEquals(List.of("trsm", "potrf", "gemm"), scene.popAll(GPU), "what is not named comes last");
        }
    }

    @Test
    void shouldTakeByPriorityAndInOrderWithinABucket() {
        try (Scene scene = new Scene(1, 1, Map.of("window", "1"))) {
            Task low = scene.push(GEMM, 1);
            Task first = scene.push(GEMM, 5);
            Task second = scene.push(GEMM, 5);
            Task last = scene.push(GEMM, -3);
            assertEquals(
                    List.of(first, second, low, last),
                    List.of(scene.pop(GPU), scene.pop(GPU), scene.pop(GPU), scene.pop(GPU)));
        }
    }

    @Test
    void shouldTakeTheNewestOfAPriorityIfTheProgramWantsThat() {
        try (Scene scene = new Scene(1, 1, Map.of("window", "1", "newestFirst", "true"))) {
            Task low = scene.push(GEMM, 1);
            Task first = scene.push(GEMM, 5);
            Task second = scene.push(GEMM, 5);
            assertEquals(List.of(second, first, low), List.of(scene.pop(GPU), scene.pop(GPU), scene.pop(GPU)));
            List<Task> pushed = List.of(scene.push(GEMM), scene.push(GEMM), scene.push(TRSM));
            List<Task> drained = new ArrayList<>();
            scene.policy.drain(drained::add);
            assertEquals(pushed, drained, "the order of a drain is that of the pushes nevertheless");
        }
    }

    @Test
    void shouldGoOnWhenATaskEndsElsewhereWhileItsDataAreLookedAt() {
        Codelet reading = Codelet.named("reading")
                .access(Access.R)
                .cpu(kernel -> {})
                .implementation(Architecture.CUDA, new Implementation() {})
                .build();
        FakeTask task = new FakeTask(1, reading, 0).data((DataHandle) null);
        Map<DataHandle, Integer> nodes = new HashMap<>() {
            @Override
            public Integer getOrDefault(Object handle, Integer home) {
                task.data(); // as a task lets go of its data at its end
                return home;
            }
        };
        Placed placement = new Placed((prefetched, worker) -> {}, nodes);
        try (Scene scene = new Scene(1, 1, Map.of("near", "4"), placement)) {
            scene.policy.push(task);
            assertSame(task, scene.pop(GPU));
        }
    }

    @Test
    void shouldLeaveTasksToWorkersThatWillEndThemSooner() {
        try (Scene scene = new Scene(1, 1, Map.of("window", "1"))) {
            scene.push(GEMM, 0, 29);
            assertNull(scene.pop(CPU), "the GPU needs 29 x 3 ms for all, the CPU 90 ms for one");
            scene.push(GEMM);
            scene.push(GEMM);
            assertEquals("gemm", scene.pop(CPU).codelet().name(), "now it takes the GPU longer");
        }
    }

    @Test
    void shouldCompareTheNumberOfTasksOnlyIfTheRuleOfTheReferenceIsWanted() {
        try (Scene scene = new Scene(1, 1, Map.of("window", "1", "admission", "bucket"))) {
            scene.push(GEMM, 0, 29);
            scene.push(POTRF, 0, 1);
            assertNull(scene.pop(CPU), "a CPU is 30 times slower on one and twice on the other");
            scene.push(POTRF);
            assertEquals("potrf", scene.pop(CPU).codelet().name());
            assertNull(scene.pop(CPU));
            scene.push(GEMM);
            assertEquals("gemm", scene.pop(CPU).codelet().name());
        }
    }

    @Test
    void shouldTakeTheWordOfTheProgramForHowSlowAnArchitectureIs() {
        try (Scene scene = new Scene(1, 1, Map.of("window", "1", "slow.cpu", "gemm:3, trsm:1"))) {
            scene.push(GEMM, 0, 2);
            scene.push(TRSM);
            assertEquals(List.of("trsm"), scene.popAll(CPU));
            scene.push(GEMM);
            assertEquals(List.of("gemm"), scene.popAll(CPU), "three tasks, three times slower");
        }
    }

    @Test
    void shouldWakeAFastWorkerForATaskThatASlowOneMayNotTake() {
        try (Scene scene = new Scene(2, 1, Map.of())) {
            scene.push(GEMM);
            assertEquals("gemm", scene.pop(2).codelet().name());
            for (int worker = 0; worker < 3; worker++) {
                assertNull(scene.pop(worker));
                scene.workers.get(worker).fallAsleep();
            }
            scene.push(GEMM);
            assertFalse(scene.workers.get(2).isAsleep(), "the GPU");
            assertTrue(scene.workers.get(0).isAsleep() && scene.workers.get(1).isAsleep(), "the CPUs");
        }
    }

    @Test
    void shouldWakeASlowWorkerWhenTheFastOnesHaveEnoughToDo() {
        try (Scene scene = new Scene(1, 1, Map.of())) {
            scene.push(GEMM);
            assertEquals("gemm", scene.pop(GPU).codelet().name());
            scene.push(POTRF);
            assertNull(scene.pop(CPU), "a potrf takes 10 ms here and 5 there");
            scene.workers.get(CPU).fallAsleep();
            scene.push(GEMM);
            assertTrue(scene.workers.get(CPU).isAsleep(), "8 ms of work for the GPU");
            scene.push(GEMM);
            assertFalse(scene.workers.get(CPU).isAsleep(), "11 ms of work for the GPU");
            assertEquals("potrf", scene.pop(CPU).codelet().name());
        }
    }

    @Test
    void shouldLetSlowWorkersTakeEverythingWhenTheFastOnesHaveLeft() {
        try (Scene scene = new Scene(1, 1, Map.of())) {
            scene.push(GEMM);
            assertNull(scene.pop(CPU));
            FakeWorker gpu = scene.workers.remove(GPU);
            scene.workers.get(CPU).fallAsleep();
            scene.context.setWorkers(scene.workers);
            scene.policy.removeWorkers(List.of(gpu));
            assertFalse(scene.workers.get(CPU).isAsleep());
            assertEquals("gemm", scene.pop(CPU).codelet().name());
        }
    }

    @Test
    void shouldDoWhatIsUrgentWhereItIsFastUnlessSlowWorkersHaveTimeForIt() {
        try (Scene scene = new Scene(1, 1, Map.of())) {
            scene.push(GEMM, 0, 3);
            Task urgent = scene.push(TRSM, 1);
            assertSame(urgent, scene.pop(GPU), "9 ms of better work are too few for a CPU to do it in 40 ms");
            scene.push(GEMM, 0, 60);
            scene.push(TRSM, 1);
            assertEquals("gemm", scene.pop(GPU).codelet().name(), "there is better work for 190 ms");
            assertEquals("trsm", scene.pop(CPU).codelet().name());
        }
        try (Scene scene = new Scene(1, 1, Map.of("urgency", "false"))) {
            scene.push(GEMM, 0, 3);
            scene.push(TRSM, 1);
            assertEquals("gemm", scene.pop(GPU).codelet().name());
        }
    }

    @Test
    void shouldBringTheDataOfTheTasksThatAWorkerHolds() {
        List<String> prefetched = new ArrayList<>();
        Placed placement = new Placed((task, worker) -> prefetched.add(task + " to " + worker));
        try (Scene scene = new Scene(1, 1, Map.of("window", "2"), placement)) {
            scene.push(GEMM, 0, 3);
            assertEquals(1, scene.pop(GPU).id());
            assertEquals(List.of("gemm#2 to cuda-1"), prefetched);
            assertEquals(2, scene.pop(GPU).id());
            assertEquals(List.of("gemm#2 to cuda-1", "gemm#3 to cuda-1"), prefetched);
        }
    }

    @Test
    void shouldBringNoDataAheadWithoutPrefetching() {
        List<String> prefetched = new ArrayList<>();
        Placed placement = new Placed((task, worker) -> prefetched.add(task + " to " + worker));
        try (Scene scene = new Scene(1, 1, Map.of("window", "2", "prefetch", "false"), placement)) {
            scene.push(GEMM, 0, 3);
            assertEquals(1, scene.pop(GPU).id());
            assertEquals(2, scene.pop(GPU).id());
            assertEquals(List.of(), prefetched);
        }
    }

    @Test
    void shouldStealWhatAnotherWorkerOfTheArchitectureHolds() {
        try (Scene scene = new Scene(1, 3, Map.of("window", "3"))) {
            scene.push(GEMM, 0, 3);
            assertEquals(1, scene.pop(1).id());
            assertNull(scene.pop(0), "a CPU does not steal from a GPU");
            assertEquals(3, scene.pop(3).id(), "the last one");
            assertEquals(2, scene.pop(2).id());
            assertNull(scene.pop(1));
        }
    }

    @Test
    void shouldPutBackWhatAWorkerHoldsThatLeaves() {
        try (Scene scene = new Scene(1, 2, Map.of("window", "4"))) {
            scene.push(GEMM, 0, 4);
            assertEquals(1, scene.pop(1).id());
            FakeWorker leaving = scene.workers.get(1);
            scene.context.setWorkers(List.of(scene.workers.get(0), scene.workers.get(2)));
            scene.policy.removeWorkers(List.<Worker>of(leaving));
            List<Long> drained = new ArrayList<>();
            scene.policy.drain(task -> drained.add(task.id()));
            assertEquals(List.of(2L, 3L, 4L), drained);
        }
    }

    @Test
    void shouldMeasureWhatNobodyForetells() {
        Codelet unknown = codelet("unknown", null);
        try (Scene scene = new Scene(1, 1, Map.of("window", "1"))) {
            scene.push(unknown, 0, 2);
            for (int worker : new int[] {CPU, GPU}) {
                Task task = scene.pop(worker);
                scene.policy.beforeExecution(task, scene.workers.get(worker));
                scene.clock.advance(Duration.ofMillis(worker == CPU ? 20 : 2));
                scene.policy.afterExecution(task, scene.workers.get(worker));
            }
            scene.push(unknown);
            assertNull(scene.pop(CPU), "it takes 20 ms there and 2 ms on the GPU");
            assertEquals("unknown", scene.pop(GPU).codelet().name());
        }
    }

    @Test
    void shouldFollowTasksOnlyToMeasureThemOrForTheirPlaces() {
        try (Scene scene = new Scene(1, 1, Map.of())) {
            assertFalse(followsOne(scene, GEMM), "all times are foretold");
            assertTrue(followsOne(scene, codelet("unknown", null)));
        }
        try (Scene scene = new Scene(1, 1, Map.of("locality", "true", "locality.push", "worker"))) {
            assertTrue(followsOne(scene, GEMM));
        }
    }

    private static boolean followsOne(Scene scene, Codelet codelet) {
        scene.push(codelet);
        return scene.policy.followsExecution(scene.pop(GPU), scene.workers.get(GPU));
    }

    @Test
    void shouldGroupAsItIsTold() {
        Codelet one = codelet("one", "shared");
        Codelet other = codelet("other", "shared");
        assertEquals(List.of("shared"), buckets("model", one, other));
        assertEquals(List.of("one", "other"), buckets("codelet", one, other));
        assertEquals(List.of("shared"), buckets("size", one, other));
        assertEquals(List.of("0"), buckets("priority", one, other));
    }

    private static List<String> buckets(String grouping, Codelet... codelets) {
        Grouping chosen = Grouping.valueOf(grouping.toUpperCase(java.util.Locale.ROOT));
        BucketTable table = new BucketTable(chosen);
        long id = 0;
        for (Codelet codelet : codelets) {
            table.make(new org.asterism.tck.FakeTask(++id, codelet, 0));
        }
        return java.util.Arrays.stream(table.all()).map(Bucket::name).toList();
    }

    private static Codelet codelet(String name, String model) {
        Codelet.Builder builder =
                Codelet.named(name).cpu(kernel -> {}).implementation(Architecture.CUDA, new Implementation() {});
        return (model == null ? builder : builder.model(PerformanceModel.history(model))).build();
    }

    @Test
    void shouldRefuseValuesThatMakeNoSense() {
        assertRefused("grouping", "colour", "model, codelet, size or priority");
        assertRefused("ordering", "best", "urt-dot-diff-4");
        assertRefused("admission", "never", "backlog");
        assertRefused("window", "0", "from 1");
        assertRefused("order.cpu", "a,,b", "names of buckets");
        assertRefused("slow.cpu", "gemm", "gemm:28.5");
        assertRefused("slow.cpu", "gemm:-1", "gemm:28.5");
        assertRefused("locality.push", "north", "ls-sdhb");
        assertRefused("locality.step.cpu", "0", "from 1");
    }

    private static void assertRefused(String property, String value, String allowed) {
        FakePolicyContext context = new FakePolicyContext(Map.of(property, value), () -> 0);
        String message = assertThrows(
                        IllegalArgumentException.class, () -> new HeteroprioPolicyFactory().create(context))
                .getMessage();
        assertTrue(message.contains(property) && message.contains(value) && message.contains(allowed), message);
    }

    @Test
    void shouldFindTheSameBucketForTasksThatAreAlike() {
        BucketTable table = new BucketTable(Grouping.CODELET);
        Bucket made = table.make(new org.asterism.tck.FakeTask(1, GEMM, 0));
        assertSame(made, table.find(new org.asterism.tck.FakeTask(2, GEMM, 7)));
        assertNull(table.find(new org.asterism.tck.FakeTask(3, GEMM, 0).where(worker -> true)), "restricted");
        assertNull(table.find(new org.asterism.tck.FakeTask(3, GEMM, 0).where(Architecture.CPU)), "CPU only");
    }
}
