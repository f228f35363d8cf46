package org.asterism.policy.parallel.oneteam.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import org.asterism.api.Architecture;
import org.asterism.policy.testing.Scene;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.junit.jupiter.api.Test;

class OneTeamPolicyTest {
    private final Scene scene = new Scene(
            new OneTeamPolicyFactory(), Architecture.CPU, Architecture.CUDA, Architecture.CPU, Architecture.CPU);

    @Test
    void shouldRunAParallelTaskOnAllCores() {
        FakeTask task = scene.push(Scene.SPMD);
        assertNull(scene.pop(2), "what another core takes");
        assertSame(task, scene.pop(0));
        assertEquals(scene.combination(0, 2, 3), scene.team(task));
    }

    @Test
    void shouldRunATaskOnAsManyCoresAsItTakes() {
        FakeTask task = scene.push(Scene.OF_TWO);
        assertSame(task, scene.pop(0));
        assertEquals(scene.combination(0, 2), scene.team(task));
    }

    @Test
    void shouldRunSequentialTasksOnTheFirstCoreWhileTheOthersRest() {
        scene.allFallAsleep();
        FakeTask task = scene.push(Scene.SEQUENTIAL);
        scene.push(Scene.SEQUENTIAL);
        assertEquals(List.of(scene.worker(0)), scene.awake());
        assertNull(scene.pop(3), "what another core takes");
        assertSame(task, scene.pop(0));
        assertNull(scene.team(task));
    }

    @Test
    void shouldLetADeviceTakeTasksOnItsOwn() {
        scene.allFallAsleep();
        FakeTask first = scene.push(Scene.ANYWHERE);
        FakeTask second = scene.push(Scene.ANYWHERE);
        assertEquals(List.of(scene.worker(0), scene.worker(1)), scene.awake());
        assertSame(first, scene.pop(1));
        assertNull(scene.team(first));
        assertSame(second, scene.pop(0));
        assertEquals(3, scene.team(second).size());
    }

    @Test
    void shouldRunATaskOnThoseCoresThatCanExecuteIt() {
        FakeTask task = scene.push(scene.task(Scene.SPMD, 0).where(worker -> worker.id() != 2));
        assertSame(task, scene.pop(0));
        assertEquals(scene.combination(0, 3), scene.team(task));

        FakeTask notForTheLeader = scene.push(scene.task(Scene.SPMD, 0).where(worker -> worker.id() == 3));
        assertNull(scene.pop(2));
        assertSame(notForTheLeader, scene.pop(3), "a task that the leader cannot execute");
    }

    @Test
    void shouldHaveTheNextCoreLeadWhenTheFirstLeaves() {
        FakeTask task = scene.push(Scene.SPMD);
        scene.allFallAsleep();
        FakeWorker first = scene.worker(0);
        scene.remove(first);
        assertEquals(3, scene.awake().size(), "who is woken");
        assertSame(task, scene.pop(1), "what cpu-2 takes");
        assertEquals(scene.combination(1, 2), scene.team(task));
        FakeTask next = scene.push(Scene.SPMD);
        scene.add(List.of(first));
        assertNull(scene.pop(1), "what cpu-2 takes, now that cpu-0 leads again");
        assertSame(next, scene.pop(3));
    }
}
