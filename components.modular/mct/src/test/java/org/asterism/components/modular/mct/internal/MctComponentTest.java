package org.asterism.components.modular.mct.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Architecture;
import org.asterism.api.Worker;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.tck.ComponentScene;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.junit.jupiter.api.Test;

/** Decisions by numbers made by hand. */
class MctComponentTest {
    private static ComponentScene scene(String... parameters) {
        return new ComponentScene(new MctFactory(), parameters);
    }

    /** A CPU, and a GPU that is ten times as fast. */
    private static ComponentScene cpuAndGpu(String... parameters) {
        ComponentScene scene = scene(parameters);
        return scene.store(scene.cpu()).store(scene.cuda()).ready().times(1000, 100);
    }

    @Test
    void shouldChooseTheChildWhereTheTaskEndsFirst() {
        ComponentScene scene = cpuAndGpu();
        assertEquals(1, scene.push(), "the fast one");
        scene.leaf(1).estimate(850, 0);
        assertEquals(1, scene.push(), "ends at 950 there");
        scene.leaf(1).estimate(950, 0);
        assertEquals(0, scene.push(), "ends at 1050 there");
    }

    @Test
    void shouldCountNoWaitForAWorkerWhoseTimeHasPassed() {
        ComponentScene scene = cpuAndGpu();
        scene.clock().advance(Duration.ofNanos(5000));
        scene.leaf(0).estimate(0, 0);
        scene.leaf(1).estimate(5950, 0);
        assertEquals(0, scene.push(), "both 5950+100 and 5000+1000; the CPU cannot have begun before now");
    }

    @Test
    void shouldTakeTheFirstChildAmongEquals() {
        ComponentScene scene = scene();
        scene.store(scene.cpu()).store(scene.cpu()).ready().times(10, 10);
        assertEquals(0, scene.push());
        assertEquals(0, scene.push(), "what counts is what the child says, which has not changed");
    }

    @Test
    void shouldHideATransferBehindTheTasksThatWait() {
        ComponentScene scene = cpuAndGpu("beta=0");
        scene.placement().travels((task, node) -> node == 1 ? 800 : 0);
        scene.leaf(0).estimate(500, 0);
        scene.leaf(1).estimate(1400, 0);
        assertEquals(0, scene.push(), "GPU: max(1400, 800) + 100 = 1500 = CPU: 500 + 1000; the first");
        scene.leaf(1).estimate(1399, 0);
        assertEquals(1, scene.push(), "the transfer is over by then");
    }

    @Test
    void shouldWeighTransfersByBeta() {
        ComponentScene cheap = cpuAndGpu("beta=0");
        cheap.placement().travels((task, node) -> node == 1 ? 800 : 0);
        assertEquals(1, cheap.push(), "800 + 100 < 1000");
        ComponentScene dear = cpuAndGpu("beta=2");
        dear.placement().travels((task, node) -> node == 1 ? 800 : 0);
        assertEquals(0, dear.push(), "0 + 2 x 800 > 100");
    }

    @Test
    void shouldWeighTheEndByAlpha() {
        ComponentScene scene = cpuAndGpu("alpha=0");
        scene.placement().travels((task, node) -> node == 1 ? 1 : 0);
        assertEquals(0, scene.push(), "only the transfer costs anything");
    }

    @Test
    void shouldWeighEnergyByGammaAndAskARealWorkerForIt() {
        // The GPU's child has number 0, its worker number 1.
        ComponentScene scene = scene("gamma=1");
        FakeWorker cpu = scene.cpu();
        FakeWorker gpu = scene.cuda();
        scene.store(gpu).store(cpu).ready().times(1000, 100);
        scene.predictor()
                .energies((task, worker, number) -> worker == gpu ? 2.0 + number : worker == cpu ? 1 : failOn(worker));
        assertEquals(1, scene.push(), "900 ns earlier are worth less than a joule, which is 1000 ns");
        scene.predictor().energies((task, worker, number) -> worker == gpu ? 1.8 + number : 1);
        assertEquals(0, scene.push(), "0.8 J are 800 ns");
    }

    private static double failOn(Worker worker) {
        throw new AssertionError(worker + " is not below the component");
    }

    @Test
    void shouldCountEnergyThatIsNotKnownAsNone() {
        ComponentScene scene = cpuAndGpu();
        scene.predictor().energies((task, worker, number) -> Double.NaN);
        assertEquals(1, scene.push());
    }

    @Test
    void shouldWeighIdlePowerBeyondTheLastEnd() {
        // gamma 1000 us/J x 1 W = 1 ns per us of waiting; that is, 1e-3 for each ns.
        ComponentScene scene = cpuAndGpu("idle-power=1000000");
        scene.leaf(1).estimate(950, 0);
        assertEquals(0, scene.push(), "CPU: 1000, 50 beyond the last begin; GPU: 1050, 100 beyond");
        scene.leaf(1).estimate(850, 0);
        assertEquals(1, scene.push(), "CPU: 150 beyond 850, GPU: 100 beyond");
        ComponentScene patient = cpuAndGpu("alpha=0", "idle-power=1000");
        patient.leaf(0).estimate(10_000, 0);
        patient.leaf(1).estimate(10_500, 0);
        assertEquals(1, patient.push(), "CPU: 500 beyond 10500, GPU: 100 beyond");
        ComponentScene early = scene("alpha=0", "idle-power=1000");
        early.store(early.cpu()).store(early.cpu()).store(early.cuda()).ready().times(1000, 100);
        early.leaf(0).estimate(500, 0);
        early.leaf(2).estimate(10_000, 0);
        assertEquals(0, early.push(), "to end still earlier before the last begin is worth nothing");
    }

    @Test
    void shouldNoteTheLengthAndTheWholeTransfer() {
        ComponentScene scene = cpuAndGpu();
        scene.placement().travels((task, node) -> node == 1 ? 50 : 0);
        scene.leaf(1).estimate(300, 0);
        FakeTask task = scene.task();
        assertEquals(1, scene.push(task));
        assertEquals(100, scene.policy().predictedNanos(task));
        assertEquals(50, scene.policy().predictedTransferNanos(task), "also the part that others' work hides");
    }

    @Test
    void shouldPassARefusalUpAndLeaveTheNotesAsTheyWere() {
        ComponentScene scene = cpuAndGpu();
        scene.leaf(1).accept(task -> false);
        FakeTask task = scene.task();
        scene.policy().predict(task, 7, 8);
        assertFalse(scene.component().push(task));
        assertEquals(-1, scene.whereIs(task), "it waits above for the best child, not in the second best");
        assertEquals(7, scene.policy().predictedNanos(task));
        assertEquals(8, scene.policy().predictedTransferNanos(task));
    }

    @Test
    void shouldSkipChildrenThatCannotExecuteTheTask() {
        ComponentScene scene = cpuAndGpu();
        assertEquals(0, scene.push(scene.task().where(Architecture.CPU)));
        assertEquals(0, scene.push(scene.task().where(worker -> worker.id() == 0)));
        FakeTask nowhere = scene.task().where(worker -> false);
        assertFalse(scene.component().push(nowhere));
        assertEquals(-1, scene.whereIs(nowhere));
    }

    @Test
    void shouldSkipChildrenWhereTheTimeIsNotCalibrated() {
        ComponentScene scene = cpuAndGpu().times(1000, Double.NaN);
        assertEquals(0, scene.push());
    }

    @Test
    void shouldMeasureWhereTheTimeIsNotCalibratedAnywhere() {
        ComponentScene scene = cpuAndGpu();
        scene.predictor().times((task, worker, number) -> worker.id() == 1 && number == 0 ? 100 : Double.NaN);
        scene.leaf(0).estimate(0, 3);
        scene.leaf(1).estimate(0, 2);
        FakeTask task = scene.task();
        assertEquals(1, scene.push(task), "the lesser load");
        assertEquals(1, scene.policy().chosen(task), "the implementation that is not known");
        scene.leaf(1).accept(refused -> false);
        assertEquals(0, scene.push(), "the next one");
    }

    @Test
    void shouldTakeTheLeastLoadedChildWithoutAModel() {
        ComponentScene scene = cpuAndGpu().times(0, 0);
        scene.leaf(0).estimate(0, 2);
        scene.leaf(1).estimate(10, 1);
        assertEquals(1, scene.push());
        scene.times(0, 100);
        scene.leaf(1).estimate(0, 3);
        assertEquals(0, scene.push(), "a time that is known cannot be compared with one that is not");
    }

    @Test
    void shouldTakeTheBestOfTheWorkersOfAChildAndTheMeanOfTheirTransfers() {
        ComponentScene scene = scene();
        FakeWorker cpu = scene.cpu();
        FakeWorker gpu = scene.cuda();
        scene.store(cpu, gpu, scene.cpu()).ready().times(1000, 100);
        scene.store(scene.cpu()).ready();
        scene.placement().travels((task, node) -> node == 1 ? 90 : 30);
        FakeTask task = scene.task();
        assertEquals(0, scene.push(task));
        assertEquals(100, scene.policy().predictedNanos(task));
        assertEquals(50, scene.policy().predictedTransferNanos(task), "30, 90 and 30");
    }

    @Test
    void shouldTellWorkersBelowItAndRefuse() {
        ComponentScene scene = scene();
        scene.direct(scene.cpu()).direct(scene.cuda()).ready().times(1000, 100);
        FakeTask task = scene.task();
        assertFalse(scene.component().push(task));
        assertEquals(0, scene.leaf(0).told());
        assertEquals(1, scene.leaf(1).told());
        assertEquals(List.of(), scene.leaf(1).taken());
    }

    @Test
    void shouldDecideNothingWithASingleChildUnlessToldTo() {
        ComponentScene scene = scene();
        scene.store(scene.cpu()).ready();
        scene.predictor().times((task, worker, number) -> {
            throw new AssertionError("nobody needs to know");
        });
        assertEquals(0, scene.push());
        ComponentScene direct = scene();
        direct.direct(direct.cpu()).ready();
        assertFalse(direct.component().push(direct.task()));
        assertEquals(1, direct.leaf(0).told());
        ComponentScene always = scene("always=true");
        always.store(always.cpu()).ready().times(1000, 100);
        FakeTask task = always.task();
        assertEquals(0, always.push(task));
        assertEquals(1000, always.policy().predictedNanos(task));
    }

    @Test
    void shouldAskOncePerKindAndMemoryNodeHoweverManyWorkersThereAre() {
        ComponentScene scene = scene();
        for (int i = 0; i < 1000; i++) {
            scene.store(scene.cpu());
        }
        scene.store(scene.cuda());
        scene.predictor().kinds(worker -> worker.architecture().index());
        scene.ready();
        AtomicInteger questions = new AtomicInteger();
        scene.predictor().times((task, worker, number) -> {
            questions.incrementAndGet();
            return 1000;
        });
        AtomicInteger ways = new AtomicInteger();
        scene.placement().travels((task, node) -> {
            ways.incrementAndGet();
            return 0;
        });
        for (int i = 0; i < 999; i++) {
            scene.leaf(i).estimate(10, 0);
        }
        assertEquals(999, scene.push());
        assertEquals(3, questions.get(), "one implementation for a CPU, two for the GPU");
        assertEquals(2, ways.get());
    }

    @Test
    void shouldFollowWorkersThatComeAndGo() {
        ComponentScene scene = cpuAndGpu();
        scene.store(scene.cuda()).ready().times(1000, 100);
        scene.leaf(1).estimate(50, 0);
        assertEquals(2, scene.push());
    }

    @Test
    void shouldNotChooseAChildThatAnotherTaskIsJustBeingPushedTo() throws InterruptedException {
        ComponentScene scene = scene();
        scene.store(scene.cpu()).store(scene.cpu()).ready().times(1000, 0);
        SchedulingComponent mct = scene.component();
        CountDownLatch pushing = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        scene.leaf(0).accept(task -> {
            pushing.countDown();
            await(go);
            return true;
        });
        Thread first = Thread.ofPlatform().start(() -> mct.push(scene.task()));
        await(pushing);
        FakeTask second = scene.task();
        assertEquals(1, scene.push(second), "child 0 has no task yet, but will have");
        go.countDown();
        first.join();
        assertEquals(0, scene.push(), "nothing is claimed any more, and the leaves count nothing themselves");
    }

    @Test
    void shouldSpreadTasksThatArePushedAtOnce() throws Exception {
        int threads = 4;
        for (int round = 0; round < 200; round++) {
            ComponentScene scene = scene();
            for (int i = 0; i < threads; i++) {
                scene.store(scene.cpu());
            }
            scene.ready().times(1000, 0);
            CyclicBarrier start = new CyclicBarrier(threads);
            CyclicBarrier inside = new CyclicBarrier(threads);
            AtomicInteger most = new AtomicInteger();
            for (int i = 0; i < threads; i++) {
                AtomicInteger here = new AtomicInteger();
                scene.leaf(i).accept(task -> {
                    most.accumulateAndGet(here.incrementAndGet(), Math::max);
                    await(inside);
                    return true;
                });
            }
            List<Thread> pushers = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                FakeTask task = scene.task();
                pushers.add(Thread.ofPlatform().start(() -> {
                    await(start);
                    scene.component().push(task);
                }));
            }
            for (Thread pusher : pushers) {
                pusher.join(10_000);
                assertFalse(pusher.isAlive());
            }
            assertEquals(1, most.get(), "tasks that one child was pushed at once, in round " + round);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(10, TimeUnit.SECONDS));
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await(10, TimeUnit.SECONDS);
        } catch (Exception broken) {
            throw new AssertionError(broken);
        }
    }

    @Test
    void shouldRefuseParametersThatItDoesNotKnowOrCannotUse() {
        IllegalArgumentException unknown = assertThrows(IllegalArgumentException.class, () -> scene("betta=1"));
        assertTrue(unknown.getMessage().contains("betta"), unknown.getMessage());
        IllegalArgumentException wrong = assertThrows(IllegalArgumentException.class, () -> scene("beta=-1"));
        assertTrue(wrong.getMessage().contains("'-1'"), wrong.getMessage());
    }
}
