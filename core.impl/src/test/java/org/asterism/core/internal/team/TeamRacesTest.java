package org.asterism.core.internal.team;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.CombinedWorker;
import org.asterism.api.KernelContext;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.TeamPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Teams of workers with threads, while policies are replaced and workers come and go; the seed is told when a test
 * fails.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TeamRacesTest {
    private static final int TASKS = 600;
    private static final Duration LONG = Duration.ofSeconds(40);

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final AtomicReference<String> wrong = new AtomicReference<>();

    /** Per task: which ranks have run, as bits, and in the upper half how many there are. */
    private final AtomicLongArray ranks = new AtomicLongArray(TASKS);

    private final Codelet spmd =
            Codelet.named("spmd").access(Access.RW).cpu(this::note).spmd().build();
    private final Codelet forkJoin = Codelet.named("fork-join")
            .access(Access.RW)
            .cpu(this::note)
            .forkJoin()
            .build();
    private final Codelet alone =
            Codelet.named("alone").access(Access.RW).cpu(this::note).build();

    private void note(KernelContext kernel) {
        int task = kernel.argument(Integer.class);
        long bit = 1L << kernel.rank();
        long size = (long) kernel.teamSize() << 32;
        long before = ranks.getAndUpdate(task, old -> old | bit | size);
        if ((before & bit) != 0 || before != 0 && before >>> 32 != kernel.teamSize()) {
            wrong.set(kernel.task() + ": rank " + kernel.rank() + " of " + kernel.teamSize() + " after "
                    + Long.toHexString(before));
        }
    }

    private void check() {
        for (int task = 0; task < TASKS; task++) {
            long noted = ranks.get(task);
            int size = (int) (noted >>> 32);
            long expected = (task % 3 == 0 ? (1L << size) - 1 : 1) | (long) size << 32;
            assertTrue(size > 0, "task " + task + " has not run; seed " + seed);
            assertEquals(Long.toHexString(expected), Long.toHexString(noted), "task " + task + "; seed " + seed);
        }
        assertEquals(null, wrong.get(), "seed " + seed);
    }

    private Task task(TaskRuntime runtime, DataHandle[] tokens, int number) {
        Codelet codelet = number % 3 == 0 ? spmd : number % 3 == 1 ? forkJoin : alone;
        Task task = runtime.task(codelet)
                .data(tokens[random.nextInt(tokens.length)])
                .argument(number);
        List<CombinedWorker> combined = runtime.defaultContext().combinedWorkers();
        if (codelet != alone && random.nextInt(4) == 0 && !combined.isEmpty()) {
            try {
                task.on(combined.get(random.nextInt(combined.size())));
            } catch (IllegalArgumentException goneMeanwhile) {
                // wherever the policy likes, then
            }
        }
        return task;
    }

    private void submitAll(TaskRuntime runtime) {
        DataHandle[] tokens = new DataHandle[16];
        for (int index = 0; index < tokens.length; index++) {
            tokens[index] = runtime.data().token();
        }
        for (int number = 0; number < TASKS; number++) {
            task(runtime, tokens, number).submit();
        }
    }

    private Laboratory laboratory(int workers) {
        Laboratory laboratory = Laboratory.withWorkers(workers);
        laboratory.addPolicy("teams", TeamPolicy::new);
        laboratory.addPolicy("dice", context -> new TeamPolicy(context, new Random(seed)));
        return laboratory;
    }

    private Thread disturb(AtomicBoolean done, Runnable disturbance) {
        return Thread.ofPlatform().start(() -> {
            try {
                while (!done.get()) {
                    disturbance.run();
                }
            } catch (RuntimeException | Error thrown) {
                wrong.set("a disturbance threw " + thrown);
            }
        });
    }

    @Test
    void shouldRunEachRankOnceWhilePoliciesAreReplaced() throws InterruptedException {
        try (Laboratory laboratory = laboratory(5);
                TaskRuntime runtime = laboratory.factory.create(
                        RuntimeConfiguration.defaults().withPolicy("dice"))) {
            AtomicBoolean done = new AtomicBoolean();
            List<String> policies = List.of("eager", "teams", "dice", "prio");
            AtomicInteger next = new AtomicInteger();
            Thread swaps =
                    disturb(done, () -> runtime.defaultContext().usePolicy(policies.get(next.getAndIncrement() % 4)));
            submitAll(runtime);
            assertTrue(runtime.waitAll(LONG), "seed " + seed);
            done.set(true);
            swaps.join();
        }
        check();
    }

    @Test
    void shouldRunEachRankOnceWhileWorkersMoveToAnotherContextAndBack() throws InterruptedException {
        try (Laboratory laboratory = laboratory(5);
                TaskRuntime runtime = laboratory.factory.create(
                        RuntimeConfiguration.defaults().withPolicy("dice"))) {
            AtomicBoolean done = new AtomicBoolean();
            Random other = new Random(seed + 1);
            Thread moves = disturb(done, () -> {
                int mask = 1 + other.nextInt(30);
                try (SchedulingContext context =
                        runtime.createContext("other", "teams", worker -> (mask & 1 << worker.id()) != 0)) {
                    for (int task = 0; task < 5; task++) {
                        context.task(Codelet.named("there")
                                        .access()
                                        .cpu(kernel -> {})
                                        .spmd()
                                        .build())
                                .submit();
                    }
                }
            });
            submitAll(runtime);
            assertTrue(runtime.defaultContext().waitAll(LONG), "seed " + seed);
            done.set(true);
            moves.join();
        }
        check();
    }

    @Test
    void shouldRunEachRankOnceWhileDriversComeAndGo() throws InterruptedException {
        try (Laboratory laboratory = laboratory(2);
                TaskRuntime runtime = laboratory.factory.create(
                        RuntimeConfiguration.defaults().withPolicy("dice"))) {
            AtomicBoolean done = new AtomicBoolean();
            Thread drivers = disturb(done, () -> {
                DriverPlugin visitor = laboratory.addDriver("visitor", new InlineDriver(3));
                Thread.yield();
                laboratory.plugins.remove(visitor);
            });
            DataHandle token = runtime.data().token();
            List<Task> tasks = new ArrayList<>();
            for (int number = 0; number < TASKS; number++) {
                // Tasks that are given to workers stay with them when they leave, so these are the policy's.
                Codelet codelet = number % 3 == 0 ? spmd : number % 3 == 1 ? forkJoin : alone;
                DataHandle data = number % 2 == 0 ? token : runtime.data().token();
                tasks.add(runtime.task(codelet).data(data).argument(number).submit());
            }
            assertTrue(runtime.waitAll(LONG), "seed " + seed);
            done.set(true);
            drivers.join();
            assertEquals(
                    2, runtime.workers().stream().map(Worker::id).distinct().count());
        }
        check();
    }

    @Test
    void shouldRunEachRankOnceWhileTheRuntimeIsPausedAndGoesOn() throws InterruptedException {
        try (Laboratory laboratory = laboratory(4);
                TaskRuntime runtime = laboratory.factory.create(
                        RuntimeConfiguration.defaults().withPolicy("dice"))) {
            AtomicBoolean done = new AtomicBoolean();
            Thread pauses = disturb(done, () -> {
                runtime.pause();
                runtime.resume();
            });
            submitAll(runtime);
            assertTrue(runtime.waitAll(LONG), "seed " + seed);
            done.set(true);
            pauses.join();
        }
        check();
    }

    @Test
    void shouldEndWhenARuntimeIsClosedWhileTeamsComeTogether() throws InterruptedException {
        for (int round = 0; round < 20; round++) {
            AtomicInteger begun = new AtomicInteger();
            AtomicInteger ended = new AtomicInteger();
            try (Laboratory laboratory = laboratory(4)) {
                TaskRuntime runtime = laboratory.factory.create(
                        RuntimeConfiguration.defaults().withPolicy("dice"));
                Codelet work = Codelet.named("work")
                        .access()
                        .cpu(kernel -> begun.incrementAndGet())
                        .spmd()
                        .build();
                for (int task = 0; task < 200; task++) {
                    runtime.task(work)
                            .onCompletion(job -> ended.incrementAndGet())
                            .submit();
                }
                runtime.close();
            }
            assertEquals(200, ended.get(), "seed " + seed);
        }
    }
}
