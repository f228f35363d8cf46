package org.asterism.policy.parallel.pheft.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Task;
import org.asterism.policy.testing.Scene;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.junit.jupiter.api.Test;

class PheftPolicyTest {
    private static final Codelet TWO_WAYS =
            Codelet.named("two-ways").cpu(kernel -> {}).cpu(kernel -> {}).spmd().build();

    private static Scene fourCores() {
        Scene scene = Scene.ofCores(new PheftPolicyFactory(), 4);
        scene.combine(scene.combination(0, 1, 2, 3), scene.combination(0, 1), scene.combination(2, 3));
        scene.context.predictor().kinds(worker -> 0);
        return scene;
    }

    /** Takes a task as a worker does, runs it for a time, and ends it. */
    private static void run(Scene scene, int worker, Task expected, long nanos) {
        assertSame(expected, scene.pop(worker));
        scene.policy.beforeExecution(expected, scene.worker(worker));
        scene.clock.advance(Duration.ofNanos(nanos));
        scene.policy.afterExecution(expected, scene.worker(worker));
    }

    @Test
    void shouldHaveAllRunATaskThatGainsByIt() {
        Scene scene = fourCores();
        scene.context.predictor().times((task, worker, number) -> 1000);
        FakeTask task = scene.push(Scene.SPMD);
        assertEquals(scene.combination(0, 1, 2, 3), scene.team(task));
        assertNull(scene.pop(1), "what a member takes: the core will call it");
        assertSame(task, scene.pop(0));
    }

    @Test
    void shouldHaveOneRunATaskThatGainsNothing() {
        Scene scene = fourCores();
        scene.context.predictor().times((task, worker, number) -> 1000);
        scene.context.predictor().teamTimes((task, team, number) -> 1100);
        Set<Task> run = new HashSet<>();
        for (int i = 0; i < 4; i++) {
            FakeTask task = scene.push(Scene.SPMD);
            assertNull(scene.team(task));
            run.add(task);
        }
        for (int worker = 0; worker < 4; worker++) {
            run.remove(scene.pop(worker));
        }
        assertEquals(Set.of(), run, "tasks that no worker was given");
    }

    @Test
    void shouldCountATaskForAllMembersFromItsPlacementUntilItHasRun() {
        Scene scene = fourCores();
        scene.context.predictor().times((task, worker, number) -> 1000);
        FakeTask pair = scene.push(scene.task(Scene.OF_TWO, 0));
        assertEquals(scene.combination(0, 1), scene.team(pair));
        // Workers 0 and 1 have 500 each now.
        FakeTask first = scene.push(Scene.SEQUENTIAL);
        FakeTask second = scene.push(Scene.SEQUENTIAL);
        FakeTask third = scene.push(Scene.SEQUENTIAL);
        assertSame(first, scene.pop(2));
        assertSame(second, scene.pop(3));
        assertSame(pair, scene.pop(0));
        scene.policy.beforeExecution(pair, scene.worker(0));
        scene.clock.advance(Duration.ofNanos(400));
        FakeTask fourth = scene.push(Scene.SEQUENTIAL);
        // 0 is busy until 500 and then with the third until 1500; 1 until 500.
        assertSame(fourth, scene.pop(1));
        scene.policy.afterExecution(pair, scene.worker(0));
        assertSame(third, scene.pop(0));
    }

    @Test
    void shouldTreatAllEndsAsEqualIfALaterEndCostsNothing() {
        Scene scene = new Scene(new PheftPolicyFactory(), Map.of("alpha", "0"), Architecture.CPU, Architecture.CPU);
        scene.context.predictor().kinds(worker -> 0);
        scene.context.predictor().times((task, worker, number) -> 1000);
        FakeTask first = scene.push(Scene.SEQUENTIAL);
        FakeTask second = scene.push(Scene.SEQUENTIAL);
        assertNull(scene.pop(1), "the first of equal workers gets both, though it is busy");
        assertSame(first, scene.pop(0));
        assertSame(second, scene.pop(0));
    }

    @Test
    void shouldNotWaitForATeamThatIsBusyLonger() {
        Scene scene = fourCores();
        scene.context.predictor().times((task, worker, number) -> 1000);
        FakeTask long0 = scene.push(scene.task(Scene.SEQUENTIAL, 0).where(worker -> worker.id() == 0));
        FakeTask task = scene.push(Scene.SPMD);
        assertEquals(scene.combination(2, 3), scene.team(task), "cpu-0 is busy for 1000, two others need 500");
        run(scene, 0, long0, 1000);
        run(scene, 2, task, 500);
    }

    @Test
    void shouldChooseAmongAllImplementations() {
        Scene scene = fourCores();
        scene.context.predictor().times((task, worker, number) -> 1000);
        scene.context.predictor().teamTimes((task, team, number) -> team.size() == 2 && number == 1 ? 100 : 900);
        FakeTask task = scene.push(TWO_WAYS);
        assertEquals(scene.combination(0, 1), scene.team(task));
        assertEquals(1, scene.context.chosen(task));
    }

    @Test
    void shouldMeasureEachNumberOfMembersThatIsNotKnownYet() {
        Scene scene = fourCores();
        Set<Integer> known = new HashSet<>(Set.of(1));
        scene.context.predictor().times((task, worker, number) -> 1000);
        scene.context
                .predictor()
                .teamTimes((task, team, number) -> known.contains(team.size()) ? 1000.0 / team.size() : Double.NaN);
        List<Integer> sizes = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            FakeTask task = scene.push(Scene.SPMD);
            CombinedWorker team = scene.team(task);
            sizes.add(team.size());
            known.add(team.size());
            run(scene, team.leader().id(), task, 10);
        }
        assertEquals(List.of(4, 2, 4), sizes);
    }

    @Test
    void shouldLeaveOutWhatIsNotKnownIfItShallNotExplore() {
        Scene scene =
                new Scene(new PheftPolicyFactory(), Map.of("explore", "false"), Architecture.CPU, Architecture.CPU);
        scene.combine(scene.combination(0, 1));
        scene.context.predictor().times((task, worker, number) -> 1000);
        scene.context.predictor().teamTimes((task, team, number) -> Double.NaN);
        assertNull(scene.team(scene.push(Scene.SPMD)));
    }

    @Test
    void shouldNotTruncateLoads() {
        Scene scene = fourCores();
        // Nothing is known of times: the least load decides, and a team of four with one task has a load of a quarter.
        FakeTask first = scene.push(Scene.SPMD);
        assertNull(scene.team(first), "all are idle, and a single worker comes first");
        FakeTask second = scene.push(scene.task(Scene.SPMD, 0).where(worker -> worker.id() < 2));
        assertNull(scene.team(second), "cpu-1 has nothing");
        FakeTask third = scene.push(scene.task(Scene.SPMD, 0).where(worker -> worker.id() < 2));
        assertEquals(scene.combination(0, 1), scene.team(third), "half of what each of the two has alone");
    }

    @Test
    void shouldRunHigherPrioritiesFirst() {
        Scene scene = Scene.ofCores(new PheftPolicyFactory(), 2);
        scene.combine(scene.combination(0, 1));
        scene.context.predictor().times((task, worker, number) -> 1000);
        FakeTask low = scene.push(scene.task(Scene.SPMD, Integer.MIN_VALUE));
        FakeTask high = scene.push(scene.task(Scene.SPMD, Integer.MAX_VALUE));
        FakeTask middle = scene.push(scene.task(Scene.SPMD, -7));
        run(scene, 0, high, 500);
        run(scene, 0, middle, 500);
        run(scene, 0, low, 500);
    }

    @Test
    void shouldPlaceAnewWhatAMemberThatLeavesWasIn() {
        Scene scene = fourCores();
        scene.context.predictor().times((task, worker, number) -> 1000);
        FakeTask all = scene.push(Scene.SPMD);
        FakeTask alone = scene.push(scene.task(Scene.SEQUENTIAL, 0).where(worker -> worker.id() == 2));
        FakeWorker gone = scene.worker(3);
        scene.remove(gone);
        assertEquals(scene.combination(0, 1), scene.team(all), "the team after cpu-3 has left");
        scene.add(List.of(gone));
        List<Task> drained = new ArrayList<>();
        scene.policy.drain(drained::add);
        assertEquals(List.of(all, alone), drained);
        assertEquals(scene.combination(0, 1, 2, 3), scene.team(scene.push(Scene.SPMD)), "all are idle again");
    }

    @Test
    void shouldLeaveNothingInTheAccountsWhenAllHasRun() {
        Scene scene = fourCores();
        scene.context.predictor().times((task, worker, number) -> 1001);
        for (int round = 0; round < 100; round++) {
            FakeTask task = scene.push(Scene.SPMD);
            assertEquals(4, scene.team(task).size(), "round " + round);
            run(scene, 0, task, 300); // longer than 250 nanoseconds
        }
    }

    @Test
    void shouldUseADeviceIfItIsFaster() {
        Scene scene = new Scene(new PheftPolicyFactory(), Architecture.CPU, Architecture.CPU, Architecture.CUDA);
        scene.combine(scene.combination(0, 1));
        scene.context
                .predictor()
                .times((task, worker, number) -> worker.architecture() == Architecture.CPU ? 1000 : 400);
        FakeTask first = scene.push(Scene.ANYWHERE);
        FakeTask second = scene.push(Scene.ANYWHERE);
        assertSame(first, scene.pop(2));
        assertEquals(scene.combination(0, 1), scene.team(second));
    }
}
