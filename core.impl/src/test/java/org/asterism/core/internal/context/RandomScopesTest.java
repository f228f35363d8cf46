package org.asterism.core.internal.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.FailureMode;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskScope;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.api.data.DataHandle;
import org.asterism.core.internal.stepping.VirtualClock;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Threads open scopes, nest them, submit tasks that fail, submit others or share data, and end the scopes in every way:
 * joined, cancelled, interrupted, left by an exception. No task of a scope runs after its end, every failure is
 * reported by its scope, and by no other.
 */
@Timeout(120)
class RandomScopesTest {
    private static final int THREADS = 4;
    private static final int ROUNDS = 400;
    private static final int MOST_TASKS = 30;

    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicInteger cancelled = new AtomicInteger();
    private final AtomicInteger good = new AtomicInteger();

    /** Written by tasks of all scopes, so that tasks of one wait for those of others. */
    private DataHandle shared;

    /** The ends of a scope's tasks, to be compared with its report. */
    private static final class Trial {
        final TaskScope scope;
        final List<Task> tasks = new ArrayList<>();
        final AtomicInteger failures = new AtomicInteger();
        volatile boolean isClosed;

        Trial(TaskScope scope) {
            this.scope = scope;
        }
    }

    private final Codelet work = Codelet.named("work")
            .access()
            .cpu(kernel -> run(kernel.argument(Trial.class), false))
            .build();
    private final Codelet fails = Codelet.named("fails")
            .access()
            .cpu(kernel -> run(kernel.argument(Trial.class), true))
            .build();
    private final Codelet use = Codelet.named("use")
            .access(Access.W)
            .cpu(kernel -> run(kernel.argument(Trial.class), false))
            .build();
    private final Codelet submits = Codelet.named("submits")
            .access()
            .cpu(kernel -> {
                Trial trial = kernel.argument(Trial.class);
                run(trial, false);
                trial.scope
                        .task(ThreadLocalRandom.current().nextInt(8) == 0 ? fails : work)
                        .argument(trial)
                        .submit();
            })
            .build();

    private void run(Trial trial, boolean fails) {
        if (trial.isClosed) {
            wrong.add("a task of " + trial.scope + " runs after its end");
        }
        if (fails) {
            trial.failures.incrementAndGet();
            throw new IllegalStateException("of " + trial.scope);
        }
    }

    @Test
    void shouldKeepTasksAndFailuresInTheirScopes() throws InterruptedException {
        long seed = System.nanoTime();
        try (Laboratory laboratory = Laboratory.withWorkers(3);
                TaskRuntime runtime = laboratory.runtime()) {
            shared = runtime.data().token();
            SchedulingContext inner = runtime.createContext("inner", "prio", worker -> worker.id() == 0);
            List<Thread> threads = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                Random random = new Random(seed + thread);
                SchedulingContext context = thread % 2 == 0 ? runtime.defaultContext() : inner;
                threads.add(Thread.ofPlatform().start(() -> trials(context, random)));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            runtime.waitAll(); // nothing is left to report
            inner.close();
        }
        check(seed);
    }

    @Test
    void shouldKeepTasksAndFailuresInTheirScopesInVirtualTime() throws InterruptedException {
        long seed = System.nanoTime();
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addDriver("cpu", new InlineDriver(3));
            try (TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withClock(new VirtualClock()))) {
                shared = runtime.data().token();
                trials(runtime.defaultContext(), new Random(seed));
                runtime.waitAll();
            }
        }
        check(seed);
    }

    private void check(long seed) {
        assertEquals(List.of(), wrong.stream().distinct().toList(), "seed " + seed);
        assertTrue(failed.get() > 0 && cancelled.get() > 0 && good.get() > 0, "seed " + seed);
    }

    private void trials(SchedulingContext context, Random random) {
        try {
            for (int round = 0; round < ROUNDS; round++) {
                TaskScope outer = random.nextInt(4) == 0 ? context.openScope("outer") : null;
                String name = Thread.currentThread().getName() + "-" + round;
                trial(new Trial(outer == null ? context.openScope(name) : outer.openScope(name)), random, outer);
                if (outer != null) {
                    outer.close();
                }
            }
        } catch (RuntimeException | Error thrown) {
            wrong.add("a thread has met " + thrown);
        }
    }

    private void trial(Trial trial, Random random, TaskScope outer) {
        boolean failsFast = random.nextInt(3) == 0;
        trial.scope.onFailure(failsFast ? FailureMode.FAIL_FAST : FailureMode.ISOLATED);
        CompletableFuture<Void> stage = new CompletableFuture<>();
        boolean completes = random.nextBoolean();
        TasksFailedException report = null;
        boolean isInterrupted = false;
        try (TaskScope scope = trial.scope) {
            submit(trial, random, completes ? stage : null);
            switch (random.nextInt(outer == null ? 5 : 6)) {
                case 0 -> scope.cancel("at random");
                case 1 -> Thread.currentThread().interrupt();
                case 2 -> throw new ArithmeticException("leaves the block");
                case 5 -> outer.cancel("at random");
                default -> {}
            }
            stage.complete(null);
            scope.join();
        } catch (TasksFailedException thrown) {
            report = thrown;
        } catch (ArithmeticException | InterruptedException thrown) {
            isInterrupted = thrown instanceof InterruptedException;
            if (thrown.getSuppressed().length > 0) {
                report = (TasksFailedException) thrown.getSuppressed()[0];
            }
        }
        Thread.interrupted();
        trial.isClosed = true;
        stage.complete(null);
        check(trial, report, isInterrupted, failsFast);
    }

    private void submit(Trial trial, Random random, CompletableFuture<Void> stage) {
        int number = 1 + random.nextInt(MOST_TASKS);
        for (int index = 0; index < number; index++) {
            int kind = random.nextInt(12);
            Task task = trial.scope.task(kind == 0 ? fails : kind < 4 ? submits : kind < 8 ? use : work);
            if (task.codelet() == use) {
                task.data(shared);
            }
            if (stage != null && random.nextInt(4) == 0) {
                task.after(stage);
            }
            if (!trial.tasks.isEmpty() && random.nextInt(4) == 0) {
                task.after(trial.tasks.get(random.nextInt(trial.tasks.size())));
            }
            trial.tasks.add(task.argument(trial).submit());
        }
    }

    private void check(Trial trial, TasksFailedException report, boolean isInterrupted, boolean failsFast) {
        int failures = trial.failures.get();
        long off = count(trial, task -> task.state() == TaskState.CANCELLED);
        if (count(trial, task -> !task.state().isFinal()) > 0) {
            wrong.add(trial.scope + " has closed before its tasks had ended");
        }
        if (report != null
                && report.failures().stream()
                        .anyMatch(failure -> failure instanceof TaskFailedException
                                && !failure.getMessage().contains(trial.scope.toString()))) {
            wrong.add(trial.scope + " reports the failure of another: " + report);
        }
        if (failures > 0 && report == null) {
            wrong.add(trial.scope + " has kept " + failures + " failures to itself");
        }
        if (off > 0 && report == null && !isInterrupted) {
            wrong.add(trial.scope + " does not say that it has called tasks off");
        }
        if (failures == 0
                && off == 0
                && report != null
                && report.failures().stream().anyMatch(failure -> !(failure instanceof CancellationException))) {
            wrong.add(trial.scope + " has made up " + report);
        }
        if (failures > 0) {
            failed.incrementAndGet();
        } else if (off > 0) {
            cancelled.incrementAndGet();
        } else {
            good.incrementAndGet();
        }
    }

    private static long count(Trial trial, Predicate<Task> predicate) {
        return trial.tasks.stream().filter(predicate).count();
    }
}
