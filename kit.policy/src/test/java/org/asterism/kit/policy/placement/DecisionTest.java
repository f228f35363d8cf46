package org.asterism.kit.policy.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.asterism.api.Architecture;
import org.asterism.api.Task;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.api.data.TransferKind;
import org.asterism.kit.policy.CostWeights;
import org.asterism.tck.FakePolicyContext;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.junit.jupiter.api.Test;

/** Decisions that were computed by hand, from the formulas in the README. */
class DecisionTest {
    @Test
    void shouldPlaceWhereTheTaskEndsFirstAndWithTheLowestIdAmongEquals() {
        Scene scene = new Scene(Family.DM).cpus(2).gpus(1).times(30, 10);
        // Ends on the GPU: 10, 20, 30; then 30 on CPUs 0 and 1 as well, 40 on the GPU, 50 ...
        assertEquals(List.of(2, 2, 0, 1, 2, 2, 2, 0, 1, 2), scene.push(10));
    }

    @Test
    void shouldReportTheEstimatesThatADecisionWasMadeBy() {
        Scene scene = new Scene(Family.DMDA).cpus(1).gpus(1).times(100, 10);
        scene.data.travels = (task, node) -> node == 0 ? 0 : 25;
        scene.push();
        FakeTask second = scene.task(0);
        assertEquals(1, scene.push(second));
        // The first is there after 25 and runs until 35.
        FakePolicyContext.Decision decision = scene.context.decision(second).orElseThrow();
        assertEquals(new FakePolicyContext.Decision(scene.workers.get(1), 35, 10, 25, Double.NaN), decision);
    }

    @Test
    void shouldReportNoEstimatesWhenTheLoadDecides() {
        Scene scene = new Scene(Family.DM).cpus(1).times(Double.NaN, Double.NaN);
        FakeTask task = scene.task(0);
        scene.push(task);
        FakePolicyContext.Decision decision = scene.context.decision(task).orElseThrow();
        assertEquals(
                new FakePolicyContext.Decision(
                        scene.workers.getFirst(), Double.NaN, Double.NaN, Double.NaN, Double.NaN),
                decision);
    }

    @Test
    void shouldForgetATaskThatCameBackSinceItsWorkerCannotRunIt() {
        AtomicBoolean isTooLarge = new AtomicBoolean();
        Scene scene = new Scene(Family.DM).cpus(2).gpus(1).times(15, 10);
        FakeTask task = scene.task(0);
        task.where(worker -> !isTooLarge.get() || worker.id() < 2);
        assertEquals(2, scene.push(task));
        assertSame(task, scene.pop(2));
        isTooLarge.set(true);
        assertEquals(0, scene.push(task));
        assertNull(scene.pop(2));
        // 10 there against 15 on the other CPU.
        assertEquals(2, scene.push());
    }

    @Test
    void shouldCountTransfersInDmdaAndNotInDm() {
        for (Traits traits : List.of(Family.DM, Family.DMDA)) {
            Scene scene = new Scene(traits).cpus(1).gpus(1).times(30, 10);
            // To the GPU: end 10 + 25, and 25 for the way itself: 5 + 25 against 0.
            scene.data.travels = (task, node) -> node == 0 ? 0 : 25;
            assertEquals(traits == Family.DM ? 1 : 0, scene.push());
        }
    }

    @Test
    void shouldExpectDataSoonerInDmdacWhileLittleWaits() {
        for (Traits traits : List.of(Family.DMDAS, Family.DMDAC)) {
            Scene scene = new Scene(traits).cpus(1).gpus(1).times(30, 10);
            // Of 25 a fifth: end 10 + 5, and 5 for the way, against 30 - 15 on the CPU.
            scene.data.travels = (task, node) -> node == 0 ? 0 : 25;
            assertEquals(traits == Family.DMDAS ? 0 : 1, scene.push());
        }
    }

    @Test
    void shouldBelieveMoreOfTheTransfersInDmdacTheMoreWaits() {
        Scene scene = new Scene(Family.DMDAC).cpus(1).gpus(1).times(1000, 1);
        scene.push(8); // a load of 16, so that 0.2 + 2.8 * 0.16 of the predicted time count from now on: 0.648
        scene.data.travels = (task, node) -> node == 0 ? 0 : 100;
        scene.times(150, 1);
        // To the GPU: end 65 + 1, and 65 for the way, against 150 - 66. With all of it: 100 against 49.
        assertEquals(1, scene.push());
        scene.times(120, 1);
        // End 74 + 1, and 70 for the way, against 120 - 75: to the CPU, which would not be so with a fifth.
        assertEquals(0, scene.push());
    }

    @Test
    void shouldWeighTransfersWithBeta() {
        // CPU: end 30. GPU: end max(0, 15) + 10 = 25, and 15 beta. Equal for beta = 1/3, and then the CPU is first.
        for (String beta : List.of("0.3", "0.34")) {
            Scene scene = new Scene(Family.DMDA, "beta=" + beta).cpus(1).gpus(1).times(30, 10);
            scene.data.travels = (task, node) -> node == 0 ? 0 : 15;
            assertEquals(beta.equals("0.3") ? 1 : 0, scene.push(), "beta " + beta);
        }
    }

    @Test
    void shouldWeighTheEndWithAlpha() {
        // CPU: 20 alpha for the later end, GPU: 15 for the way.
        for (String alpha : List.of("0.2", "2")) {
            Scene scene =
                    new Scene(Family.DMDA, "alpha=" + alpha).cpus(1).gpus(1).times(45, 10);
            scene.data.travels = (task, node) -> node == 0 ? 0 : 15;
            assertEquals(alpha.equals("2") ? 1 : 0, scene.push(), "alpha " + alpha);
        }
    }

    @Test
    void shouldLetDataTravelWhileTheWorkerDoesWhatItHas() {
        Scene scene = new Scene(Family.DMDA, "beta=0").cpus(1).gpus(1).times(100, 10);
        scene.data.travels = (task, node) -> node == 0 ? 0 : 25;
        // First: the way of 25, then 10; each further one travels meanwhile, up to 25, and ends 10 later: 45, 55 ...
        // 95;
        // then it is 105 there and 100 on the CPU.
        assertEquals(List.of(1, 1, 1, 1, 1, 1, 1, 0), scene.push(8));
        // 105 there against 200.
        assertEquals(1, scene.push());
    }

    @Test
    void shouldCountEnergyInMicrosecondsPerJoule() {
        // GPU: ends 20 us earlier, and needs 3 J more.
        for (String gamma : List.of("6", "7")) {
            Scene scene =
                    new Scene(Family.DMDA, "gamma=" + gamma).cpus(1).gpus(1).times(30_000, 10_000);
            scene.predictor.energies((task, worker, number) -> worker.architecture() == Architecture.CPU ? 1 : 4);
            assertEquals(gamma.equals("6") ? 1 : 0, scene.push(), "gamma " + gamma);
        }
    }

    @Test
    void shouldTakeEnergyForNothingWhereItIsNotCalibrated() {
        Scene scene = new Scene(Family.DMDA).cpus(1).gpus(1).times(30_000, 10_000);
        scene.predictor.energies((task, worker, number) -> worker.id() == 0 ? 1 : Double.NaN);
        assertEquals(1, scene.push());
    }

    @Test
    void shouldChargeIdlePowerForTheTimeAfterAllOthersHaveDoneTheirs() {
        // A CPU has 100 us to do. The GPU would end at 60 us, its way costs 60 us: cost 60. On a free CPU: end 110,
        // 10 us after all others are done: 50 + gamma * 400 W * 10 us, which is 1000 us/J * 0.004 J = 4 us: 54 in all.
        for (String power : List.of("0", "400", "1100")) {
            Scene scene = new Scene(Family.DMDA, "idle-power=" + power, "beta=1")
                    .cpus(2)
                    .gpus(1);
            FakeTask first = scene.task(0).where(worker -> worker.id() == 0);
            scene.times(100_000, 100_000);
            assertEquals(0, scene.push(first));
            scene.times(110_000, 1);
            scene.data.travels = (task, node) -> node == 0 ? 0 : 59_999;
            assertEquals(power.equals("1100") ? 2 : 1, scene.push(), "idle power " + power);
        }
    }

    @Test
    void shouldChooseTheImplementationThatEndsFirst() {
        Scene scene = new Scene(Family.DM).cpus(1).gpus(1);
        scene.predictor.times((task, worker, number) -> worker.id() == 0 ? 50 : 40 - 10 * number);
        FakeTask task = scene.task(0);
        assertEquals(1, scene.push(task));
        assertEquals(1, scene.context.chosen(task));
        // 60 with the second implementation against 50.
        FakeTask other = scene.task(0);
        assertEquals(0, scene.push(other));
        assertEquals(0, scene.context.chosen(other));
    }

    // What is not known.

    @Test
    void shouldSpreadWorkWithoutModelByNumberAndSpeed() {
        Scene scene = new Scene(Family.DMDA);
        scene.predictor.relativeSpeed(Architecture.CPU, 1);
        scene.predictor.relativeSpeed(Architecture.CUDA, 3);
        scene.cpus(1).gpus(1);
        // A task that waits counts twice: 0, 2/3, 4/3, 2 and 2 on the CPU (first of equals).
        assertEquals(List.of(0, 1, 1, 1, 0, 1, 1, 1, 0), scene.push(9));
    }

    @Test
    void shouldCountATaskOnceThatItsWorkerHasTaken() {
        Scene scene = new Scene(Family.DMDA).cpus(2);
        assertEquals(List.of(0, 1), scene.push(2));
        Task taken = scene.begin(1);
        assertEquals(1, scene.push(), "one on its way and none that waits, against one that waits");
        scene.end(1, taken);
        assertEquals(0, scene.push(), "one that waits on both");
    }

    @Test
    void shouldTryTheLeastLoadedOfTheWorkersThatAreNotCalibrated() {
        Scene scene = new Scene(Family.DMDA).cpus(3).gpus(1);
        scene.predictor.times((task, worker, number) -> worker.id() == 1 || worker.id() == 2 ? Double.NaN : 1);
        assertEquals(List.of(1, 2, 1, 2), scene.push(4));
        scene.times(10, Double.NaN);
        assertEquals(List.of(3, 3, 3), scene.push(3));
    }

    @Test
    void shouldTryTheImplementationThatIsNotCalibrated() {
        Scene scene = new Scene(Family.DMDA).cpus(1).gpus(1);
        scene.predictor.times((task, worker, number) -> number == 1 ? Double.NaN : 1);
        FakeTask task = scene.task(0);
        assertEquals(1, scene.push(task));
        assertEquals(1, scene.context.chosen(task));
    }

    @Test
    void shouldCountAnUnknownTaskAsTakingNoTime() {
        Scene scene = new Scene(Family.DMDA).cpus(2);
        assertEquals(0, scene.push());
        scene.times(10, 10);
        assertEquals(
                0, scene.push(), "nothing is expected of the first task, so worker 0 still is the first of equals");
    }

    @Test
    void shouldAvoidWhatIsNotCalibratedIfItIsToldNotToExplore() {
        Scene scene = new Scene(Family.DMDA, "explore=false").cpus(1).gpus(1).times(10, Double.NaN);
        assertEquals(List.of(0, 0), scene.push(2));
        scene.times(Double.NaN, Double.NaN);
        assertEquals(1, scene.push(), "nothing is known of any: the least loaded");
    }

    // Where a task can run.

    @Test
    void shouldPlaceARestrictedTaskWithAWorkerThatCanExecuteIt() {
        Scene scene = new Scene(Family.DMDA).cpus(3).times(10, 10);
        assertEquals(2, scene.push(scene.task(0).where(worker -> worker.id() == 2)));
        assertEquals(1, scene.push(scene.task(0).where(worker -> worker.id() >= 1)));
    }

    @Test
    void shouldHandOnATaskThatItsWorkerCannotExecuteAnyMore() {
        Scene scene = new Scene(Family.DMDAR).cpus(2).times(10, 10);
        int[] only = {0};
        FakeTask task = scene.task(0).where(worker -> worker.id() == only[0]);
        assertEquals(0, scene.push(task));
        only[0] = 1;
        assertNull(scene.pop(0));
        assertSame(task, scene.pop(1));
        // It has left nothing behind where it was first; where it is, 10 are expected until it begins. Ends: 10, 20 and
        // 20.
        assertEquals(List.of(0, 0, 1), scene.push(3));
    }

    // The account of a worker.

    @Test
    void shouldKnowWhenAWorkerIsDoneWithTheTaskThatItRuns() {
        Scene scene = new Scene(Family.DM).cpus(2).times(100, 100);
        assertEquals(List.of(0), scene.push(1));
        scene.begin(0);
        scene.pass(95);
        scene.times(10, 10);
        assertEquals(List.of(1, 0, 1), scene.push(3), "worker 0 is done at 100: ends 105, 110, 115");
    }

    @Test
    void shouldTakeALateWorkerAsDoneNow() {
        Scene scene = new Scene(Family.DM).cpus(2).times(100, 100);
        scene.push();
        scene.begin(0);
        scene.pass(150);
        assertEquals(List.of(0, 1), scene.push(2), "worker 0 should have been done for long");
    }

    @Test
    void shouldCorrectItsExpectationsWhenATaskEndsEarly() {
        Scene scene = new Scene(Family.DM).cpus(2).times(100, 100);
        scene.push();
        Task task = scene.begin(0);
        scene.pass(20);
        scene.end(0, task);
        assertEquals(1, scene.push(), "done at 100, until the worker asks for another task");
        scene.times(10, 10);
        assertNull(scene.pop(0));
    }

    @Test
    void shouldLeaveNothingBehindWhenAllTasksHaveRun() {
        Scene scene = new Scene(Family.DMDA).cpus(1).gpus(1).times(7.3, 3.1);
        scene.data.travels = (task, node) -> 5 * node;
        scene.push(20);
        for (int id = 0; id < 2; id++) {
            // Two at a time, as on a device: the second one's kernel begins before the first one's end was told.
            Task one = scene.pop(id);
            while (one != null) {
                Task other = scene.pop(id);
                scene.policy.beforeExecution(one, scene.worker(id));
                scene.pass(3);
                if (other != null) {
                    scene.policy.beforeExecution(other, scene.worker(id));
                }
                scene.end(id, one);
                if (other != null) {
                    scene.pass(3);
                    scene.end(id, other);
                }
                one = scene.pop(id);
            }
        }
        scene.pass(1000);
        scene.data.travels = (task, node) -> 0;
        scene.times(10, 10);
        assertEquals(List.of(0, 1, 0, 1), scene.push(4));
        scene.times(0, 0);
        assertEquals(List.of(0, 1), scene.push(2), "four tasks on each, no trace of the others");
    }

    @Test
    void shouldForgetATaskThatEndedWithoutItsKernel() {
        Scene scene = new Scene(Family.DMDA).cpus(2).times(100, 100);
        scene.push();
        ((FakeTask) scene.pop(0)).setState(TaskState.FAILED);
        assertNull(scene.pop(0));
        scene.pass(1);
        assertEquals(List.of(0, 1), scene.push(2));
    }

    @Test
    void shouldCountTasksThatProgramsGaveToAWorkerUntilTheyShouldHaveEnded() {
        Scene scene = new Scene(Family.DMDA).cpus(2).times(100, 100);
        scene.policy.pushedTo(scene.task(0), scene.worker(0));
        scene.pass(40);
        scene.times(10, 10);
        assertEquals(
                List.of(1, 1, 1, 1, 1, 1, 0), scene.push(7), "worker 0 is free at 100: end 110, as the seventh on 1");
    }

    @Test
    void shouldNotRememberForEverWhatProgramsGaveToAWorker() {
        Scene scene = new Scene(Family.DMDA).cpus(2).times(100, 100);
        for (int i = 0; i < 10; i++) {
            scene.policy.pushedTo(scene.task(0), scene.worker(0));
        }
        scene.pass(1000);
        assertEquals(List.of(0, 1), scene.push(2));
        scene.times(0, 0);
        assertEquals(0, scene.push(), "nor are they counted among its tasks");
    }

    @Test
    void shouldCountATaskThatAProgramGaveToAWorkerWhichHasJustTakenAnother() {
        Scene scene = new Scene(Family.DMDA).cpus(2).times(100, 100);
        scene.push();
        Task task = scene.pop(0);
        scene.policy.pushedTo(scene.task(0), scene.worker(0));
        scene.policy.beforeExecution(task, scene.worker(0));
        scene.times(150, 150);
        assertEquals(1, scene.push(), "worker 0 is done with both at 200: 350 against 150");
        scene.times(1, 1);
        assertEquals(1, scene.push(), "201 against 151");
    }

    @Test
    void shouldTakeWhatProgramsGaveToAWorkerForDoneWhenTheWorkerAsksForMore() {
        Scene scene = new Scene(Family.DMDA).cpus(2).times(100, 100);
        scene.policy.pushedTo(scene.task(0), scene.worker(0));
        FakeTask other = scene.task(0).where(worker -> worker.id() == 0);
        scene.push(other);
        scene.pass(10);
        Task task = scene.begin(0);
        scene.times(5, 5);
        assertEquals(List.of(1), scene.push(1));
        scene.pass(99);
        scene.end(0, task);
        scene.pop(1);
        // Worker 0 is expected to be free at 110, and would be at 210 if what it was given still counted; worker 1 is
        // at 114.
        assertEquals(0, scene.push());
    }

    // Queues.

    @Test
    void shouldRunTheMostUrgentFirstInSortedQueuesAndTheOldestInOthers() {
        for (Traits traits : List.of(Family.DMDA, Family.DMDAP, Family.DMDAS, Family.DMDAR)) {
            Scene scene = new Scene(traits).cpus(1).times(1, 1);
            int[] priorities = {0, -5, 7, 0, 7, -9};
            for (int priority : priorities) {
                scene.push(scene.task(priority));
            }
            List<Integer> order = traits.sorted() ? List.of(3, 5, 1, 4, 2, 6) : List.of(1, 2, 3, 4, 5, 6);
            for (int id : order) {
                assertEquals(id, scene.pop(0).id(), traits + "");
            }
        }
    }

    @Test
    void shouldSendForDataOfAPlacedTask() {
        Scene scene = new Scene(Family.DM).cpus(1).gpus(1).times(20, 10);
        FakeTask task = scene.task(0).data(scene.data.of(8));
        scene.push(task);
        assertEquals(List.of(new FakeData.Prefetch(task, 1, TransferKind.TASK_PREFETCH)), scene.data.prefetches);
        Scene silent = new Scene(Family.DM, "prefetch=off").cpus(1).gpus(1).times(20, 10);
        silent.push(silent.task(0).data(scene.data.of(8)));
        assertEquals(List.of(), silent.data.prefetches);
    }

    // Workers that come and go.

    @Test
    void shouldPlaceAnewWhatWasMeantForAWorkerThatLeaves() {
        Scene scene = new Scene(Family.DMDAS).cpus(1).gpus(1).times(1000, 10);
        assertEquals(List.of(1, 1, 1), scene.push(3));
        Task taken = scene.begin(1);
        assertEquals(1, taken.id());
        FakeWorker gpu = scene.workers.remove(1);
        scene.context.setWorkers(scene.workers);
        scene.policy.removeWorkers(List.<Worker>of(gpu));
        assertEquals(2, scene.pop(0).id());
        assertEquals(3, scene.pop(0).id());
        assertNull(scene.pop(0));
        assertNull(scene.policy.pop(gpu), "a worker that has left");
        scene.policy.afterExecution(taken, gpu);
    }

    @Test
    void shouldKeepATaskForAWorkerThatComesLater() {
        Scene scene = new Scene(Family.DMDA).gpus(1).times(10, 10);
        FakeTask task = scene.task(0).where(Architecture.CPU);
        assertEquals(-1, scene.push(task));
        scene.cpus(1);
        assertSame(task, scene.pop(1));
    }

    // Configuration.

    @Test
    void shouldFollowTheConfigurationWhileItIsInCharge() {
        AtomicReference<Weights> configured = new AtomicReference<>(Weights.USUAL);
        Scene scene = new Scene(Family.DMDA, configured::get, LeastCostPolicy.MOST_SCANNED)
                .cpus(1)
                .gpus(1);
        Scene stubborn = new Scene(Family.DMDA, configured::get, LeastCostPolicy.MOST_SCANNED, "beta=1")
                .cpus(1)
                .gpus(1);
        for (Scene each : List.of(scene, stubborn)) {
            each.times(30, 10);
            each.data.travels = (task, node) -> node == 0 ? 0 : 15;
        }
        assertEquals(List.of(0, 0), List.of(scene.push(), stubborn.push()));
        configured.set(new Weights(new CostWeights(1, 0, 1000, 0), true, true, 1));
        scene.pop(0);
        stubborn.pop(0);
        // 25 on the GPU; 60 on the CPU, so the one with beta = 1 goes there as well now: 25 + 15.
        assertEquals(List.of(1, 1), List.of(scene.push(), stubborn.push()));
    }
}
