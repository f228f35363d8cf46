package org.asterism.kit.policy.team;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.asterism.api.Architecture;
import org.asterism.api.CombinedWorker;
import org.asterism.kit.policy.TaskFifo;
import org.asterism.kit.policy.TaskPriorityQueue;
import org.asterism.policy.testing.Scene;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.junit.jupiter.api.Test;

class TeamQueuePolicyTest {
    private static final SchedulingPolicyFactory PEAGER = context -> new TeamQueuePolicy(context, new TaskFifo());
    private static final SchedulingPolicyFactory PPRIO =
            context -> new TeamQueuePolicy(context, new TaskPriorityQueue());

    private static final Architecture CPU = Architecture.CPU;

    private static Scene fourCores() {
        return fourCores(PEAGER);
    }

    private static Scene fourCores(SchedulingPolicyFactory factory) {
        Scene scene = Scene.ofCores(factory, 4);
        return scene.combine(scene.combination(0, 1, 2, 3), scene.combination(0, 1), scene.combination(2, 3));
    }

    @Test
    void shouldTakeTheLargestCombinationThatItsWorkerLeads() {
        Scene scene = fourCores();
        FakeTask first = scene.push(Scene.SPMD);
        FakeTask second = scene.push(Scene.SPMD);
        assertSame(first, scene.pop(0));
        assertEquals(scene.combination(0, 1, 2, 3), scene.team(first));
        assertSame(second, scene.pop(2));
        assertEquals(scene.combination(2, 3), scene.team(second));
    }

    @Test
    void shouldTakeNoMoreMembersThanTheTaskTakes() {
        Scene scene = fourCores();
        FakeTask task = scene.push(Scene.OF_THREE);
        assertSame(task, scene.pop(0));
        assertEquals(scene.combination(0, 1), scene.team(task), "the team of a task of up to three members");
    }

    @Test
    void shouldLeaveParallelTasksToThoseWhoLead() {
        Scene scene = fourCores();
        FakeTask parallel = scene.push(Scene.SPMD);
        FakeTask sequential = scene.push(Scene.SEQUENTIAL);
        assertSame(sequential, scene.pop(1), "cpu-1 leads nobody");
        assertNull(scene.pop(3), "what cpu-3 takes, who leads nobody either");
        assertSame(parallel, scene.pop(2));
    }

    @Test
    void shouldGiveLeadersSequentialTasksInTheirTurn() {
        Scene scene = fourCores();
        FakeTask first = scene.push(Scene.SEQUENTIAL);
        FakeTask second = scene.push(Scene.SPMD);
        FakeTask third = scene.push(Scene.SEQUENTIAL);
        assertSame(first, scene.pop(0));
        assertNull(scene.team(first));
        assertSame(second, scene.pop(0));
        assertSame(third, scene.pop(0));
    }

    @Test
    void shouldRunATaskAloneWhereNobodyCanLeadIt() {
        Scene scene = Scene.ofCores(PEAGER, 4);
        scene.combine(scene.combination(0, 1, 2, 3));
        FakeTask task = scene.push(Scene.OF_TWO);
        assertSame(task, scene.pop(3), "a task of two, where all combine or none");
        assertNull(scene.team(task));
    }

    @Test
    void shouldAskOfRestrictedTasksWhoCanLeadThem() {
        Scene scene = fourCores();
        FakeTask task = scene.push(scene.task(Scene.SPMD, 0).where(worker -> worker.id() != 1));
        assertNull(scene.pop(0), "what cpu-0 takes, all of whose combinations have cpu-1 in them");
        assertSame(task, scene.pop(2));
        assertEquals(scene.combination(2, 3), scene.team(task));

        FakeTask lonely = scene.push(scene.task(Scene.SPMD, 0).where(worker -> worker.id() == 3));
        assertSame(lonely, scene.pop(3), "a task that cpu-3 alone can execute");
        assertNull(scene.team(lonely));
    }

    @Test
    void shouldLetADeviceRunAParallelTaskAlone() {
        Scene scene = new Scene(PEAGER, CPU, CPU, Architecture.CUDA);
        scene.combine(scene.combination(0, 1));
        FakeTask task = scene.push(Scene.ANYWHERE);
        assertSame(task, scene.pop(2));
        assertNull(scene.team(task));
    }

    @Test
    void shouldWakeWhoLeadsTheLargestCombination() {
        Scene scene = fourCores();
        scene.allFallAsleep();
        scene.push(Scene.SPMD);
        assertEquals(List.of(scene.worker(0)), scene.awake());
        scene.push(Scene.SPMD);
        assertEquals(List.of(scene.worker(0), scene.worker(2)), scene.awake());
    }

    @Test
    void shouldWakeNobodyForATaskThatTheReleasingLeaderTakesItself() {
        Scene scene = fourCores();
        scene.push(Scene.SPMD);
        scene.pop(0); // who leads whom is known by now
        scene.worker(2).fallAsleep();
        scene.context.runAs(scene.worker(0), () -> scene.push(Scene.SPMD));
        assertTrue(scene.worker(2).isAsleep(), "cpu-2 sleeps on");
    }

    @Test
    void shouldTakeHigherPrioritiesFirstWhetherTheyAreParallelOrNot() {
        Scene scene = fourCores(PPRIO);
        FakeTask low = scene.push(scene.task(Scene.SPMD, Integer.MIN_VALUE));
        FakeTask middle = scene.push(scene.task(Scene.SEQUENTIAL, -3));
        FakeTask high = scene.push(scene.task(Scene.SPMD, Integer.MAX_VALUE));
        assertSame(high, scene.pop(0));
        assertSame(middle, scene.pop(0));
        assertSame(low, scene.pop(0));
    }

    @Test
    void shouldFollowCombinationsThatComeAndGo() {
        Scene scene = Scene.ofCores(PEAGER, 4);
        FakeTask first = scene.push(Scene.SPMD);
        FakeTask second = scene.push(Scene.SPMD);
        assertSame(first, scene.pop(3));
        CombinedWorker pair = scene.combination(0, 1);
        scene.combine(pair);
        scene.allFallAsleep();
        assertNull(scene.pop(3), "what cpu-3 takes, now that somebody leads");
        assertFalse(scene.worker(0).isAsleep(), "cpu-0 is woken, whose the task is now");
        assertSame(second, scene.pop(0));
        assertEquals(pair, scene.team(second));

        FakeTask third = scene.push(Scene.SPMD);
        scene.allFallAsleep();
        FakeWorker leader = scene.worker(0);
        scene.remove(leader);
        assertEquals(3, scene.awake().size(), "who is woken when the leader has gone");
        assertSame(third, scene.pop(2), "cpu-3 takes what cpu-0 has left");
    }

    @Test
    void shouldKeepSeveralContextsApart() {
        SchedulingPolicyFactory factory = PEAGER;
        Scene one = fourCores(factory);
        Scene other = Scene.ofCores(factory, 2);
        FakeTask task = one.push(Scene.SPMD);
        FakeTask alone = other.push(Scene.SPMD);
        assertSame(alone, other.pop(1));
        assertNull(other.team(alone));
        assertSame(task, one.pop(0));
        assertEquals(4, one.team(task).size());
    }

    @Test
    void shouldLeadMoreThanSixtyThreeCores() {
        Scene scene = Scene.ofCores(PEAGER, 100);
        CombinedWorker all = new CombinedWorker("", scene.context.workers());
        scene.combine(all);
        FakeTask task = scene.push(Scene.SPMD);
        assertNull(scene.pop(7));
        assertSame(task, scene.pop(0));
        assertEquals(all, scene.team(task));
    }
}
