package org.asterism.core.internal.team;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.CombinedWorker;
import org.asterism.api.KernelContext;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.api.TeamSettings;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.VectorView;
import org.asterism.api.observation.RuntimeObserver;
import org.asterism.core.internal.testing.Await;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.TeamPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Parallel tasks on workers with threads of their own. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ParallelTaskTest {
    private final AtomicReference<TeamPolicy> policy = new AtomicReference<>();

    private Laboratory laboratory(int workers) {
        Laboratory made = Laboratory.withWorkers(workers);
        made.addPolicy("teams", context -> {
            TeamPolicy fresh = new TeamPolicy(context);
            policy.set(fresh);
            return fresh;
        });
        return made;
    }

    private static TaskRuntime runtime(Laboratory laboratory) {
        return runtime(laboratory, TeamSettings.defaults().withSingle());
    }

    private static TaskRuntime runtime(Laboratory laboratory, TeamSettings teams) {
        return laboratory.factory.create(
                RuntimeConfiguration.defaults().withPolicy("teams").withTeams(teams));
    }

    private static void meet(CyclicBarrier barrier) throws BrokenBarrierException, InterruptedException {
        try {
            barrier.await(10, TimeUnit.SECONDS);
        } catch (java.util.concurrent.TimeoutException alone) {
            throw new IllegalStateException("the others did not come", alone);
        }
    }

    @Test
    void shouldRunEachRankOfATeamOnAWorkerOfItsOwnAtTheSameTime() throws InterruptedException {
        try (Laboratory laboratory = laboratory(4);
                TaskRuntime runtime = runtime(laboratory)) {
            CyclicBarrier barrier = new CyclicBarrier(4);
            Map<Integer, Worker> byRank = new ConcurrentHashMap<>();
            Codelet work = Codelet.named("work")
                    .access()
                    .cpu(kernel -> {
                        assertEquals(4, kernel.teamSize());
                        byRank.put(kernel.rank(), kernel.worker());
                        meet(barrier);
                    })
                    .spmd()
                    .build();
            Task task = runtime.task(work).submitAndAwait();
            assertEquals(TaskState.DONE, task.state());
            assertEquals(Set.of(0, 1, 2, 3), byRank.keySet());
            assertEquals(Set.copyOf(runtime.workers()), Set.copyOf(byRank.values()));
            runtime.waitAll();
        }
        assertEquals(1, policy.get().before.get());
        assertEquals(1, policy.get().after.get());
    }

    @Test
    void shouldRunOneKernelOfATaskThatForksAndJoinsAndKeepTheOthersAway() throws InterruptedException {
        try (Laboratory laboratory = laboratory(3);
                TaskRuntime runtime = runtime(laboratory)) {
            AtomicInteger kernels = new AtomicInteger();
            AtomicInteger others = new AtomicInteger();
            AtomicInteger othersMeanwhile = new AtomicInteger(-1);
            CountDownLatch began = new CountDownLatch(1);
            CountDownLatch submitted = new CountDownLatch(1);
            Codelet forkJoin = Codelet.named("fork-join")
                    .access()
                    .cpu(kernel -> {
                        kernels.incrementAndGet();
                        assertEquals(0, kernel.rank());
                        assertEquals(3, kernel.teamSize());
                        began.countDown();
                        submitted.await();
                        othersMeanwhile.set(others.get());
                    })
                    .forkJoin()
                    .build();
            Codelet other = Codelet.named("other")
                    .access()
                    .cpu(kernel -> others.incrementAndGet())
                    .build();
            runtime.task(forkJoin).submit();
            began.await();
            for (int task = 0; task < 100; task++) {
                runtime.task(other).submit();
            }
            submitted.countDown();
            runtime.waitAll();
            assertEquals(1, kernels.get());
            assertEquals(0, othersMeanwhile.get());
            assertEquals(100, others.get());
        }
    }

    @Test
    void shouldLeaveATaskThatTakesFewerMembersToASmallerTeam() throws InterruptedException {
        try (Laboratory laboratory = laboratory(4);
                TaskRuntime runtime = runtime(laboratory, TeamSettings.defaults())) {
            Set<Integer> sizes = ConcurrentHashMap.newKeySet();
            Codelet work = Codelet.named("work")
                    .access()
                    .cpu(kernel -> sizes.add(kernel.teamSize()))
                    .spmd(3)
                    .build();
            runtime.task(work).submit();
            runtime.waitAll();
            assertEquals(Set.of(2), sizes);
        }
    }

    @Test
    void shouldRunAParallelTaskOnOneWorkerWhereThePolicyNamesNoTeam() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(2);
                TaskRuntime runtime = laboratory.runtime()) {
            List<Integer> ranksAndSizes = Collections.synchronizedList(new ArrayList<>());
            Codelet work = Codelet.named("work")
                    .access()
                    .cpu(kernel -> {
                        ranksAndSizes.add(kernel.rank());
                        ranksAndSizes.add(kernel.teamSize());
                    })
                    .spmd()
                    .build();
            runtime.task(work).submitAndAwait();
            assertEquals(List.of(0, 1), ranksAndSizes);
        }
    }

    @Test
    void shouldShowAllMembersTheSameDataInTheOrderOfTheTask() throws InterruptedException {
        try (Laboratory laboratory = laboratory(2);
                TaskRuntime runtime = runtime(laboratory)) {
            DataHandle[] values = new DataHandle[3];
            for (int index = 0; index < 3; index++) {
                values[index] = runtime.data().vector(new long[] {index, 0, 0});
            }
            CyclicBarrier barrier = new CyclicBarrier(2);
            Codelet work = Codelet.named("work")
                    .access(Access.RW, Access.RW, Access.RW)
                    .cpu(kernel -> {
                        for (int index = 0; index < 3; index++) {
                            kernel.view(index, VectorView.class)
                                    .setLong(
                                            1 + kernel.rank(),
                                            10
                                                    + kernel.view(index, VectorView.class)
                                                            .getLong(0));
                        }
                        meet(barrier);
                    })
                    .spmd()
                    .build();
            Codelet check = Codelet.named("check")
                    .access(Access.R)
                    .cpu(kernel -> {
                        long first = kernel.argument(Long.class);
                        assertEquals(first, kernel.view(0, VectorView.class).getLong(0));
                        assertEquals(
                                first + 10, kernel.view(0, VectorView.class).getLong(1));
                        assertEquals(
                                first + 10, kernel.view(0, VectorView.class).getLong(2));
                    })
                    .build();
            runtime.task(work).data(values[2], values[0], values[1]).submit();
            for (long index = 0; index < 3; index++) {
                runtime.task(check).data(values[(int) index]).argument(index).submit();
            }
            runtime.waitAll();
        }
    }

    @Test
    void shouldFailATaskWithWhatItsFirstRankToFailHasThrownAfterTheOthersHaveEnded() throws InterruptedException {
        try (Laboratory laboratory = laboratory(3);
                TaskRuntime runtime = runtime(laboratory)) {
            CountDownLatch thrown = new CountDownLatch(1);
            AtomicInteger ended = new AtomicInteger();
            Codelet work = Codelet.named("work")
                    .access()
                    .cpu(kernel -> {
                        if (kernel.rank() == 1) {
                            thrown.countDown();
                            throw new IllegalArgumentException("rank 1");
                        }
                        thrown.await();
                        ended.incrementAndGet();
                    })
                    .spmd()
                    .build();
            Task task = runtime.task(work);
            TaskFailedException failure = assertThrows(TaskFailedException.class, task::submitAndAwait);
            assertEquals("rank 1", failure.getCause().getMessage());
            assertEquals(2, ended.get());
            assertThrows(TasksFailedException.class, runtime::waitAll);
        }
    }

    @Test
    void shouldTryATaskOfATeamAgainAsATeam() throws InterruptedException {
        try (Laboratory laboratory = laboratory(3);
                TaskRuntime runtime = runtime(laboratory)) {
            AtomicInteger kernels = new AtomicInteger();
            Codelet work = Codelet.named("work")
                    .access()
                    .cpu(kernel -> {
                        if (kernels.incrementAndGet() <= 3 && kernel.rank() == 2) {
                            throw new IllegalStateException("the first time");
                        }
                        kernel.result(kernel.teamSize());
                    })
                    .spmd()
                    .attempts(2)
                    .build();
            Task task = runtime.task(work);
            var size = task.result(Integer.class).toCompletableFuture();
            task.submitAndAwait();
            assertEquals(3, size.join());
            assertEquals(6, kernels.get());
        }
    }

    @Test
    void shouldLetTheTeamGoOfATaskThatMustNotRun() throws InterruptedException {
        try (Laboratory laboratory = laboratory(2);
                TaskRuntime runtime = runtime(laboratory)) {
            Codelet fails = Codelet.named("fails")
                    .access(Access.W)
                    .cpu(kernel -> {
                        throw new IllegalStateException("on purpose");
                    })
                    .build();
            AtomicInteger ran = new AtomicInteger();
            Codelet work = Codelet.named("work")
                    .access(Access.RW)
                    .cpu(kernel -> ran.incrementAndGet())
                    .spmd()
                    .build();
            Codelet nothing =
                    Codelet.named("nothing").access().cpu(kernel -> {}).spmd().build();
            DataHandle value = runtime.data().vector(new long[1]);
            runtime.task(fails).data(value).submit();
            Task task = runtime.task(work).data(value).submit();
            assertThrows(TaskFailedException.class, task::await);
            runtime.task(nothing).submitAndAwait();
            assertEquals(0, ran.get());
            assertThrows(TasksFailedException.class, runtime::waitAll);
        }
    }

    @Test
    void shouldNotWaitForEachOtherInACircleWhenTeamsOverlap() throws InterruptedException {
        try (Laboratory laboratory = laboratory(4);
                TaskRuntime runtime = runtime(laboratory)) {
            List<Worker> workers = runtime.workers();
            List<CombinedWorker> overlapping = new ArrayList<>();
            for (int one = 0; one < 4; one++) {
                for (int other = one + 1; other < 4; other++) {
                    overlapping.add(runtime.defaultContext().combine(List.of(workers.get(one), workers.get(other))));
                }
            }
            AtomicInteger kernels = new AtomicInteger();
            Codelet work = Codelet.named("work")
                    .access()
                    .cpu(kernel -> kernels.addAndGet(kernel.teamSize()))
                    .spmd()
                    .build();
            for (int round = 0; round < 500; round++) {
                for (CombinedWorker workersTogether : overlapping) {
                    runtime.task(work).on(workersTogether).submit();
                }
                runtime.task(work).submit();
            }
            runtime.waitAll();
            assertEquals(500 * (6 * 4 + 16), kernels.get());
        }
    }

    @Test
    void shouldRunATaskOnTheWorkersThatItsProgramNames() throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(4);
                TaskRuntime runtime = laboratory.runtime()) {
            for (CombinedWorker together : runtime.defaultContext().combinedWorkers()) {
                Set<Worker> ran = ConcurrentHashMap.newKeySet();
                Codelet work = Codelet.named("work")
                        .access()
                        .cpu(kernel -> ran.add(kernel.worker()))
                        .spmd()
                        .build();
                runtime.task(work).on(together).submitAndAwait();
                assertEquals(Set.copyOf(together.members()), ran);
            }
        }
    }

    @Test
    void shouldRefuseToRunATaskTogetherThatCannotBe() {
        try (Laboratory laboratory = Laboratory.withWorkers(4);
                TaskRuntime runtime = laboratory.runtime()) {
            CombinedWorker all = runtime.defaultContext().combinedWorkers().getFirst();
            assertEquals(4, all.size());
            Codelet sequential =
                    Codelet.named("sequential").access().cpu(kernel -> {}).build();
            Codelet two =
                    Codelet.named("two").access().cpu(kernel -> {}).forkJoin(2).build();
            Task one = runtime.task(sequential);
            assertTrue(assertThrows(IllegalArgumentException.class, () -> one.on(all))
                    .getMessage()
                    .contains("codelet 'sequential' is sequential; say spmd() or forkJoin()"));
            Task other = runtime.task(two);
            assertTrue(assertThrows(IllegalArgumentException.class, () -> other.on(all))
                    .getMessage()
                    .contains("codelet 'two' takes at most 2"));
            try (var elsewhere = runtime.createContext("elsewhere", "eager", worker -> worker.id() == 0)) {
                Codelet any =
                        Codelet.named("any").access().cpu(kernel -> {}).spmd().build();
                Task third = elsewhere.task(any);
                assertTrue(assertThrows(IllegalArgumentException.class, () -> third.on(all))
                        .getMessage()
                        .contains("is not a worker of its context 'elsewhere'"));
            }
        }
    }

    @Test
    void shouldTellObserversOfEachMember() throws InterruptedException {
        try (Laboratory laboratory = laboratory(3);
                TaskRuntime runtime = runtime(laboratory)) {
            Set<Integer> ranks = Collections.synchronizedSet(new TreeSet<>());
            AtomicInteger executed = new AtomicInteger();
            try (var _ = runtime.observe(new RuntimeObserver() {
                @Override
                public void executed(Task task, Worker worker, long begin, long end) {
                    executed.incrementAndGet();
                }

                @Override
                public void tookPart(Task task, Worker worker, int rank, long begin, long end) {
                    ranks.add(rank);
                }
            })) {
                Codelet work =
                        Codelet.named("work").access().cpu(kernel -> {}).spmd().build();
                runtime.task(work).submitAndAwait();
                runtime.waitAll();
            }
            assertEquals(Set.of(1, 2), Set.copyOf(ranks));
            assertEquals(1, executed.get());
        }
    }

    @Test
    void shouldReportEachRankThatTakesTooLong() throws InterruptedException {
        try (Laboratory laboratory = laboratory(2);
                TaskRuntime runtime = runtime(laboratory)) {
            CountDownLatch reported = new CountDownLatch(1);
            Codelet work = Codelet.named("work")
                    .access()
                    .cpu(kernel -> reported.await())
                    .timeLimit(java.time.Duration.ofNanos(1))
                    .spmd()
                    .build();
            Task task = runtime.task(work).submit();
            while (runtime.tasks(0).overdue().size() < 2) {
                Await.pause();
            }
            reported.countDown();
            task.await();
            assertTrue(runtime.tasks(0).overdue().isEmpty());
        }
    }

    @Test
    void shouldRepeatATaskWithItsTeam() throws InterruptedException {
        try (Laboratory laboratory = laboratory(2);
                TaskRuntime runtime = runtime(laboratory)) {
            AtomicInteger kernels = new AtomicInteger();
            AtomicInteger rounds = new AtomicInteger();
            Codelet work = Codelet.named("work")
                    .access()
                    .cpu(kernel -> kernels.incrementAndGet())
                    .spmd()
                    .build();
            runtime.task(work).repeatWhile(task -> rounds.incrementAndGet() < 5).submitAndAwait();
            assertEquals(10, kernels.get());
        }
    }

    @Test
    void shouldUseAContextNoLongerThanItsKernel() throws InterruptedException {
        try (Laboratory laboratory = laboratory(2);
                TaskRuntime runtime = runtime(laboratory)) {
            Set<KernelContext> seen = ConcurrentHashMap.newKeySet();
            Codelet work = Codelet.named("work").access().cpu(seen::add).spmd().build();
            runtime.task(work).submitAndAwait();
            runtime.waitAll();
            assertEquals(2, seen.size());
            seen.forEach(context -> assertThrows(IllegalStateException.class, context::task));
            seen.forEach(context -> assertEquals(new BitSet(), context.processingUnits()));
        }
    }
}
