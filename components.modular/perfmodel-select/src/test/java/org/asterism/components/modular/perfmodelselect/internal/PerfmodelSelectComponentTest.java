package org.asterism.components.modular.perfmodelselect.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.tck.ComponentScene;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.asterism.testsupport.CapturedLog;
import org.junit.jupiter.api.Test;

/** Which branch a task goes to. */
class PerfmodelSelectComponentTest {
    private static final int PERF = 0;
    private static final int CALIBRATE = 1;
    private static final int ELSE = 2;

    private static ComponentScene scene() {
        ComponentScene scene = new ComponentScene(new PerfmodelSelectFactory());
        FakeWorker cpu = scene.cpu();
        FakeWorker gpu = scene.cuda();
        return scene.branch("perf", cpu, gpu)
                .branch("calibrate", cpu, gpu)
                .branch("else", cpu, gpu)
                .ready();
    }

    @Test
    void shouldChooseByWhatIsKnown() {
        assertEquals(PERF, scene().times(10, 20).push());
        assertEquals(CALIBRATE, scene().times(10, Double.NaN).push());
        assertEquals(ELSE, scene().times(0, 0).push());
        assertEquals(PERF, scene().times(0, 20).push(), "known somewhere");
    }

    @Test
    void shouldAskNoWorkerAboutATaskOfWhichNothingIsKnown() {
        ComponentScene scene = scene().times(10, 20);
        scene.predictor().predictable(false);
        assertEquals(ELSE, scene.push());
        assertEquals(PERF, scene.push(scene.task().where(worker -> true)), "a task that only some workers may execute");
    }

    @Test
    void shouldLookOnlyAtWorkersThatCanExecuteTheTask() {
        ComponentScene scene = scene().times(10, Double.NaN);
        assertEquals(PERF, scene.push(scene.task().where(Architecture.CPU)));
        assertEquals(-1, scene.push(scene.task().where(worker -> false)));
    }

    @Test
    void shouldSeeEveryImplementation() {
        ComponentScene scene = scene();
        scene.predictor().times((task, worker, number) -> number == 1 ? Double.NaN : 10);
        assertEquals(CALIBRATE, scene.push());
    }

    @Test
    void shouldPlaceTasksByWhatIsKnownWhileEnoughOfThemAreMeasured() {
        ComponentScene scene = scene().times(10, Double.NaN);
        scene.leaf(CALIBRATE).accept(task -> false);
        assertEquals(PERF, scene.push());
        scene.leaf(PERF).accept(task -> false);
        assertEquals(-1, scene.push());
    }

    @Test
    void shouldPassRefusalsUp() {
        ComponentScene scene = scene().times(10, 20);
        scene.leaf(PERF).accept(task -> false);
        assertEquals(-1, scene.push());
    }

    @Test
    void shouldTakeTheFirstBranchForThoseThatAreMissing() {
        ComponentScene scene = new ComponentScene(new PerfmodelSelectFactory());
        scene.store(scene.cpu()).ready();
        assertEquals(0, scene.times(0, 0).push());
        assertEquals(0, scene.times(Double.NaN, 0).push());
        assertEquals(0, scene.times(1, 0).push());
    }

    @Test
    void shouldWarnOnceOfCodeletsOfOneName() {
        try (CapturedLog log = CapturedLog.of(PerfmodelSelectComponent.class)) {
            ComponentScene scene = scene().times(Double.NaN, 0);
            for (int index = 0; index < 10; index++) {
                Codelet codelet =
                        Codelet.named("request").access().cpu(kernel -> {}).build();
                scene.push(scene.task(codelet, 0));
            }
            assertEquals(1, log.messages().size(), () -> log.messages().toString());
        }
    }

    @Test
    void shouldWarnOncePerCodelet() {
        try (CapturedLog log = CapturedLog.of(PerfmodelSelectComponent.class)) {
            ComponentScene scene = scene().times(10, Double.NaN);
            scene.push();
            scene.push();
            assertEquals(1, log.messages().size(), () -> log.messages().toString());
            Codelet other = Codelet.named("other").cpu(kernel -> {}).build();
            scene.times(Double.NaN, 0);
            scene.push(scene.task(other, 0));
            assertEquals(2, log.messages().size());
            assertEquals(
                    true,
                    log.messages().get(1).contains("other"),
                    () -> log.messages().toString());
        }
    }

    @Test
    void shouldLetNobodyPullPastTheDecision() {
        ComponentScene scene = scene();
        scene.above().offer(scene.task());
        assertNull(scene.component().pull(scene.worker(0), scene.leaf(0)));
        assertEquals(1, scene.above().asked(), "but has those above push");
        assertEquals(false, scene.component().letsPull());
    }

    /** A scene in which workers below "else" pull, and a first task has come, without a model. */
    private static ComponentScene untimed() {
        ComponentScene scene = scene();
        scene.leaf(ELSE).keep(false);
        scene.above().keep(true);
        scene.ready();
        scene.times(0, 0).component().canPull(scene.task());
        return scene;
    }

    @Test
    void shouldLetWorkersPullWhileNoTaskHasHadAModel() {
        ComponentScene scene = untimed();
        assertTrue(scene.component().letsPull(scene.leaf(ELSE)));
        assertFalse(scene.component().letsPull(scene.leaf(PERF)), "all that is above is for the other branch");
        FakeTask task = scene.task();
        scene.above().offer(task);
        assertSame(task, scene.component().pull(scene.worker(0), scene.leaf(ELSE)));
        assertNull(scene.component().pull(scene.worker(0), scene.leaf(ELSE)));
        assertEquals(0, scene.above().asked());
    }

    @Test
    void shouldLetNobodyPullPastADecisionAbove() {
        ComponentScene scene = untimed();
        scene.above().keep(false);
        assertFalse(scene.ready().component().letsPull(scene.leaf(ELSE)), "the parent is no store");
        FakeTask task = scene.task();
        scene.above().offer(task);
        assertNull(scene.component().pull(scene.worker(0), scene.leaf(ELSE)));
        assertEquals(1, scene.above().asked(), "but has those above push");
    }

    @Test
    void shouldPushTheFirstTaskWithAModelWhereItBelongsThoughAWorkerHasPulledIt() {
        ComponentScene scene = untimed().times(10, 20);
        FakeTask task = scene.task();
        scene.above().offer(task);
        assertNull(scene.component().pull(scene.worker(0), scene.leaf(ELSE)));
        assertEquals(List.of(task), scene.leaf(PERF).taken());
        assertFalse(scene.component().letsPull(scene.leaf(ELSE)), "there is something to select from now on");
    }

    @Test
    void shouldLetTheWorkerRunATaskThatItHasPulledAndNobodyElseTakes() {
        ComponentScene scene = untimed().times(10, 20);
        scene.leaf(PERF).accept(task -> false);
        FakeTask task = scene.task();
        scene.above().offer(task);
        assertSame(task, scene.component().pull(scene.worker(0), scene.leaf(ELSE)));
    }

    @Test
    void shouldEndWhenItsPerfBranchEnds() {
        ComponentScene scene = scene();
        scene.leaf(PERF).estimate(50, 0);
        scene.leaf(ELSE).estimate(10, 0);
        assertEquals(50, scene.component().estimatedEnd());
    }

    @Test
    void shouldTellWorkersOfTasksWithoutAModelAndHaveOthersPushed() {
        ComponentScene scene = scene();
        scene.leaf(ELSE).keep(false);
        scene.ready();
        scene.times(0, 0).component().canPull(scene.task());
        assertEquals(1, scene.leaf(ELSE).told());
        assertEquals(0, scene.above().asked());
        scene.component().canPush(scene.leaf(PERF));
        assertEquals(0, scene.above().asked(), "all that is above is for the other branch");
        scene.component().canPush(scene.leaf(ELSE));
        assertEquals(1, scene.above().asked());
        assertEquals(true, scene.component().mayAcceptMore(scene.task()));
        scene.leaf(ELSE).sated(true);
        assertEquals(false, scene.component().mayAcceptMore(scene.task()), "as the only branch with tasks says");

        scene.times(10, 20).component().canPull(scene.task());
        assertEquals(1, scene.leaf(ELSE).told());
        assertEquals(2, scene.above().asked());
        scene.component().canPush(scene.leaf(PERF));
        assertEquals(3, scene.above().asked(), "there may be more of its kind");
        assertEquals(true, scene.component().mayAcceptMore(scene.task()), "another branch may have room");
    }
}
