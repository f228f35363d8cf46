package org.asterism.core.internal.team;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.CombinedWorker;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.StepResult;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.api.TeamSettings;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.VectorLayout;
import org.asterism.api.data.VectorView;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.TeamPolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Teams whose members are stepped by hand, in an order that the test chooses. */
@Timeout(20)
class SteppedTeamTest {
    private final List<String> ran = new ArrayList<>();
    private final Codelet spmd = noting("spmd").spmd().build();
    private final Codelet forkJoin = noting("fork-join").forkJoin().build();
    private final Codelet alone = noting("alone").build();
    private final Laboratory laboratory = new Laboratory();
    private final DriverPlugin driver = laboratory.addDriver("cpu", new InlineDriver(3));
    private final TaskRuntime runtime;
    private TeamPolicy policy;
    private final List<Worker> workers;

    SteppedTeamTest() {
        laboratory.addPolicy("teams", context -> {
            policy = new TeamPolicy(context);
            return policy;
        });
        runtime = laboratory.factory.create(RuntimeConfiguration.defaults()
                .withPolicy("teams")
                .withLaunchedWorkers(false)
                .withTeams(TeamSettings.defaults().withSingle()));
        workers = runtime.workers();
    }

    private Codelet.Builder noting(String name) {
        return Codelet.named(name)
                .access()
                .cpu(kernel -> ran.add(name + " " + kernel.rank() + "/" + kernel.teamSize() + " on "
                        + kernel.worker().id()));
    }

    private StepResult step(int worker) {
        return workers.get(worker).runOnce();
    }

    private CombinedWorker pair(int one, int other) {
        return runtime.defaultContext().combine(List.of(workers.get(one), workers.get(other)));
    }

    @AfterEach
    void close() {
        runtime.close();
        laboratory.close();
    }

    @Test
    void shouldBeginWhenTheLastMemberHasJoined() {
        Task task = runtime.task(spmd).submit();
        assertEquals(StepResult.PENDING, step(1));
        assertEquals(StepResult.PENDING, step(1));
        assertEquals(StepResult.PENDING, step(0));
        assertEquals(StepResult.PENDING, step(1));
        assertEquals(TaskState.SCHEDULED, task.state());
        assertEquals(StepResult.PENDING, step(2));
        assertEquals(List.of(), ran);
        assertEquals(StepResult.PENDING, step(1));
        assertEquals(StepResult.PROGRESSED, step(2));
        assertEquals(StepResult.PENDING, step(1));
        assertEquals(TaskState.RUNNING, task.state());
        assertEquals(StepResult.PROGRESSED, step(0));
        assertEquals(StepResult.PROGRESSED, step(1));
        assertEquals(TaskState.DONE, task.state());
        assertEquals(List.of("spmd 0/3 on 1", "spmd 2/3 on 2", "spmd 1/3 on 0"), ran);
        assertEquals(StepResult.IDLE, step(0));
        assertEquals(StepResult.IDLE, step(1));
    }

    @Test
    void shouldLetAMemberGoOnWithOtherTasksWhenItsOwnKernelHasEnded() {
        runtime.task(spmd).submit();
        step(0);
        step(1);
        step(2);
        step(0);
        step(1);
        runtime.task(alone).submit();
        assertEquals(StepResult.PROGRESSED, step(1));
        assertEquals(List.of("spmd 0/3 on 0", "spmd 1/3 on 1", "alone 0/1 on 1"), ran);
        step(2);
        step(0);
        assertEquals(4, ran.size());
    }

    @Test
    void shouldKeepMembersUntilATaskThatForksAndJoinsHasEnded() {
        Task task = runtime.task(forkJoin).submit();
        step(2);
        step(0);
        step(1);
        assertEquals(StepResult.PENDING, step(0));
        assertEquals(StepResult.PROGRESSED, step(2));
        assertEquals(TaskState.DONE, task.state());
        assertEquals(StepResult.PROGRESSED, step(0));
        assertEquals(StepResult.PROGRESSED, step(1));
        assertEquals(List.of("fork-join 0/3 on 2"), ran);
    }

    @Test
    void shouldAnswerCallsInOneOrderWhenTwoWorkersLeadTeamsOfBoth() {
        runtime.task(spmd).on(pair(0, 1)).submit();
        Task second = runtime.task(forkJoin).on(pair(1, 2)).submit();
        assertEquals(StepResult.PENDING, step(0)); // leads the first
        assertEquals(StepResult.PENDING, step(1)); // was called by 0 and joins, before it looks at its own task
        step(0);
        step(1);
        step(0);
        assertEquals(List.of("spmd 0/2 on 0", "spmd 1/2 on 1"), ran);
        assertEquals(TaskState.READY, second.state());
        assertEquals(StepResult.PENDING, step(1));
        assertEquals(StepResult.PENDING, step(2));
        assertEquals(StepResult.PROGRESSED, step(1));
        assertEquals("fork-join 0/2 on 1", ran.getLast());
    }

    @Test
    void shouldAnswerACallBeforeATaskOfItsOwn() {
        runtime.task(spmd).on(pair(0, 1)).submit();
        runtime.task(alone).on(workers.get(1)).submit();
        step(0);
        step(1);
        step(0);
        step(1);
        step(0);
        step(1);
        assertEquals(List.of("spmd 0/2 on 0", "spmd 1/2 on 1", "alone 0/1 on 1"), ran);
    }

    @Test
    void shouldFinishATeamThatWasCalledBeforeThePolicyWasReplaced() throws InterruptedException {
        Task task = runtime.task(spmd).submit();
        Task next = runtime.task(spmd).submit();
        step(0);
        step(1);
        runtime.defaultContext().usePolicy("eager");
        for (int round = 0; round < 4; round++) {
            for (int worker = 0; worker < 3; worker++) {
                step(worker);
            }
        }
        assertEquals(TaskState.DONE, task.state());
        assertEquals(TaskState.DONE, next.state());
        assertEquals(4, ran.size()); // the new policy names no team
        assertTrue(ran.getLast().startsWith("spmd 0/1"));
    }

    @Test
    void shouldCallNobodyWhoHasLeftTheContext() {
        CombinedWorker all = runtime.defaultContext().combinedWorkers().getFirst();
        Task task = runtime.task(spmd).on(all).submit();
        try (var _ = runtime.createContext("other", "eager", worker -> worker.id() == 1)) {
            step(0);
            step(2);
            step(0);
            step(2);
            step(0);
            assertEquals(TaskState.DONE, task.state());
            assertEquals(Set.of("spmd 0/2 on 0", "spmd 1/2 on 2"), Set.copyOf(ran));
            assertFalse(runtime.defaultContext().combinedWorkers().contains(all));
        }
        assertTrue(runtime.defaultContext().combinedWorkers().contains(all));
    }

    @Test
    void shouldRunATaskAloneWhoseTeamHasLeftButForItsLeader() {
        CombinedWorker pair = pair(0, 1);
        Task task = runtime.task(spmd).on(pair).submit();
        try (var _ = runtime.createContext("other", "eager", worker -> worker.id() == 1)) {
            assertEquals(StepResult.PROGRESSED, step(0));
            assertEquals(TaskState.DONE, task.state());
            assertEquals(List.of("spmd 0/1 on 0"), ran);
        }
    }

    @Test
    void shouldAnswerACallOfAContextThatAMemberHasLeft() {
        Task task = runtime.task(spmd).submit();
        step(0);
        try (var _ = runtime.createContext("other", "eager", worker -> worker.id() != 0)) {
            step(1);
            step(2);
            step(0);
            step(1);
            step(2);
            step(0);
            assertEquals(TaskState.DONE, task.state());
            assertEquals(3, ran.size());
        }
    }

    @Test
    void shouldFinishTeamsOfADriverThatLeaves() {
        DriverPlugin second = laboratory.addDriver("more", new InlineDriver(2));
        List<Worker> all = runtime.workers();
        assertEquals(5, all.size());
        CombinedWorker across = runtime.defaultContext().combine(List.of(all.get(0), all.get(3), all.get(4)));
        Task task = runtime.task(spmd).on(across).submit();
        step(0);
        laboratory.plugins.remove(second);
        step(0);
        assertEquals(TaskState.DONE, task.state());
        assertEquals(Set.of("spmd 0/3 on 0", "spmd 1/3 on 3", "spmd 2/3 on 4"), Set.copyOf(ran));
        assertEquals(workers, runtime.workers());
    }

    @Test
    void shouldFinishTeamsWhoseLeaderLeaves() {
        Task task = runtime.task(spmd).submit();
        step(1);
        laboratory.plugins.remove(driver);
        assertEquals(TaskState.DONE, task.state());
        assertEquals(3, ran.size());
    }

    @Test
    void shouldLeadNobodyAfterACallbackOfItsTaskHasSpoiledIt() {
        Task first = runtime.task(spmd);
        first.onStart(task -> ran.add("start"));
        first.epilogue(task -> {
            throw new IllegalStateException("on purpose");
        });
        first.submit();
        for (int round = 0; round < 4; round++) {
            for (int worker = 0; worker < 3; worker++) {
                step(worker);
            }
        }
        assertEquals(TaskState.FAILED, first.state());
        assertEquals("start", ran.getFirst());
        assertEquals(4, ran.size());
        assertThrows(TasksFailedException.class, runtime::waitAll);
    }

    @Test
    void shouldNotCallOffATaskForWhichATeamComesTogether() {
        Task task = runtime.task(spmd).submit();
        step(0);
        assertFalse(task.cancel());
        Task other = runtime.task(spmd).on(pair(1, 2)).submit();
        assertTrue(other.cancel());
        for (int round = 0; round < 4; round++) {
            for (int worker = 0; worker < 3; worker++) {
                step(worker);
            }
        }
        assertEquals(TaskState.DONE, task.state());
        assertEquals(3, ran.size());
    }

    @Test
    void shouldTellPoliciesWhoIsAwayWithATeam() {
        assertFalse(policy.context.isBlockedInParallel(workers.get(1)));
        runtime.task(forkJoin).on(pair(0, 1)).submit();
        step(0);
        assertTrue(policy.context.isBlockedInParallel(workers.get(0)));
        assertFalse(policy.context.isBlockedInParallel(workers.get(1)));
        step(1); // was seen to be there, so it looks for a task first
        step(1);
        assertTrue(policy.context.isBlockedInParallel(workers.get(1)));
        step(0);
        assertFalse(policy.context.isBlockedInParallel(workers.get(0)));
        assertTrue(policy.context.isBlockedInParallel(workers.get(1)));
        step(1);
        assertFalse(policy.context.isBlockedInParallel(workers.get(1)));
    }

    @Test
    void shouldLookForATaskOnceMoreAfterSomebodyHasSeenThatAWorkerWasThere() {
        runtime.task(forkJoin).on(pair(0, 1)).submit();
        step(0);
        assertFalse(policy.context.isBlockedInParallel(workers.get(1)));
        runtime.task(alone).submit();
        runtime.task(alone).submit();
        step(1);
        step(1);
        step(0);
        assertEquals(List.of("alone 0/1 on 1", "fork-join 0/2 on 0"), ran);
        step(1);
        step(1);
        assertEquals(3, ran.size());
    }

    @Test
    void shouldCountATaskOnceThatSeveralWorkersRun() {
        Task first = runtime.task(spmd).submit();
        Task second = runtime.task(alone).after(first).submit();
        step(0);
        step(1);
        step(2);
        assertEquals(1, runtime.tasks(0).running());
        assertEquals(1, runtime.defaultContext().load().running());
        assertEquals(
                List.of("spmd#" + first.id() + " (running on cpu-0, cpu-1, cpu-2)"),
                runtime.tasks(5).oldestWaiting().getFirst().waitsFor());
        for (int round = 0; round < 4; round++) {
            for (int worker = 0; worker < 3; worker++) {
                step(worker);
            }
        }
        assertEquals(TaskState.DONE, second.state());
        assertEquals(2, workers.stream().mapToLong(Worker::executedTasks).sum());
    }

    @Test
    void shouldHaveOnePieceOfScratchMemoryAndOneContributionForATeam() {
        Codelet zero = Codelet.named("zero")
                .access(Access.W)
                .cpu(kernel -> kernel.view(0, VectorView.class).setLong(0, 0))
                .build();
        Codelet add = Codelet.named("add")
                .access(Access.RW, Access.R)
                .cpu(kernel -> kernel.view(0, VectorView.class)
                        .setLong(
                                0,
                                kernel.view(0, VectorView.class).getLong(0)
                                        + kernel.view(1, VectorView.class).getLong(0)))
                .build();
        Codelet contribute = Codelet.named("contribute")
                .access(Access.REDUX, Access.SCRATCH)
                .cpu(kernel -> {
                    kernel.view(1, VectorView.class).setLong(kernel.rank(), 1);
                    kernel.view(0, VectorView.class)
                            .setLong(0, kernel.view(0, VectorView.class).getLong(0) + 1 + kernel.rank());
                    if (kernel.rank() == 2) { // is stepped last
                        ran.add("" + kernel.view(1, VectorView.class).getLong(0)
                                + kernel.view(1, VectorView.class).getLong(1));
                    }
                })
                .spmd()
                .build();
        DataHandle sum = runtime.data().vector(new long[] {100}).reduction(zero, add);
        DataHandle scratch = runtime.data().temporary(new VectorLayout(ElementType.LONG, 3));
        runtime.task(contribute).data(sum, scratch).submit();
        Codelet read = Codelet.named("read")
                .access(Access.R)
                .cpu(kernel -> ran.add("" + kernel.view(0, VectorView.class).getLong(0)))
                .build();
        runtime.task(read).data(sum).submit();
        for (int round = 0; round < 8; round++) {
            for (int worker = 0; worker < 3; worker++) {
                step(worker);
            }
        }
        assertEquals(List.of("11", "106"), ran);
    }
}
