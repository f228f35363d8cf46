package org.asterism.core.internal.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.Collectors;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;
import org.asterism.api.UnknownPolicyException;
import org.asterism.api.Worker;
import org.asterism.api.WorkerSelection;
import org.asterism.core.internal.plugin.PolicyPlugin;

/**
 * A context full of ready tasks whose policy is swapped again and again by several threads at once, while its workers
 * leave and join, contexts are opened and closed beside it, and plug-ins of policies leave and come. In the end every
 * task must have run once. Workers run the tasks no faster than swaps are made, so that there are tasks until the last
 * one.
 */
public final class SwapStorm {
    private static final Duration GLANCE = Duration.ofMillis(20);

    private final Laboratory laboratory;
    private final TaskRuntime runtime;
    private final SchedulingContext context;
    private final List<String> policies;
    private final int tasks;
    private final int swaps;
    private final long seed;
    private final Duration patience;
    private final AtomicIntegerArray runs;
    private final AtomicInteger ran = new AtomicInteger();
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean over;

    /** What a thread does again and again, until the storm is over. */
    @FunctionalInterface
    private interface Deed {
        void once(Random random) throws InterruptedException;
    }

    /**
     * @param policies which take turns, by name
     * @param patience after which what has not ended by then is said to hang
     */
    public SwapStorm(
            Laboratory laboratory,
            TaskRuntime runtime,
            List<String> policies,
            int tasks,
            int swaps,
            long seed,
            Duration patience) {
        this.laboratory = laboratory;
        this.runtime = runtime;
        this.policies = policies;
        this.tasks = tasks;
        this.swaps = swaps;
        this.seed = seed;
        this.patience = patience;
        context = runtime.defaultContext();
        runs = new AtomicIntegerArray(tasks);
    }

    /**
     * Lets it rage until all swaps are made and all tasks have run.
     *
     * @param swappers how many threads swap
     * @param comingAndGoing the plug-ins that leave and come back; all are there in the end
     * @return how long the swaps took
     */
    public Duration rage(int swappers, PolicyPlugin... comingAndGoing) throws InterruptedException {
        Codelet count = Codelet.named("count")
                .access()
                .cpu(kernel -> run(kernel.argument(Integer.class)))
                .build();
        runtime.pause();
        for (int task = 0; task < tasks; task++) {
            context.task(count).argument(task).priority(task % 5).submit();
        }
        runtime.resume();
        long begin = System.nanoTime();
        List<Thread> swapping = new ArrayList<>();
        for (int thread = 0; thread < swappers; thread++) {
            swapping.add(start("swaps-" + thread, this::swap));
        }
        start("moves workers", this::moveWorkers);
        start("opens and closes contexts", this::openAndCloseAContext);
        if (comingAndGoing.length > 0) {
            start("takes plug-ins away", random -> takeAway(comingAndGoing[random.nextInt(comingAndGoing.length)]));
        }
        await(swapping);
        Duration time = Duration.ofNanos(System.nanoTime() - begin);
        over = true;
        await(threads);
        if (!context.waitAll(patience)) {
            throw hanging("of " + tasks + " tasks " + ran.get() + " have run");
        }
        for (int task = 0; task < tasks; task++) {
            if (runs.get(task) != 1) {
                throw failed("task " + task + " has run " + runs.get(task) + " times", null);
            }
        }
        if (!failures.isEmpty()) {
            throw failed("a thread of the storm threw", failures.peek());
        }
        return time;
    }

    private void run(int task) {
        runs.incrementAndGet(task);
        long most = ran.incrementAndGet();
        while (!over && most * swaps > (long) (done.get() + 1) * tasks) {
            Thread.yield();
        }
    }

    private Thread start(String name, Deed deed) {
        Random random = new Random(seed + threads.size());
        Thread thread = new Thread(
                () -> {
                    try {
                        while (!over && (!name.startsWith("swaps-") || begun.getAndIncrement() < swaps)) {
                            deed.once(random);
                        }
                    } catch (Throwable thrown) {
                        failures.add(thrown);
                    }
                },
                name);
        threads.add(thread);
        thread.start();
        return thread;
    }

    private void swap(Random random) {
        while (!over) {
            try {
                context.usePolicy(policies.get(random.nextInt(policies.size())));
                done.incrementAndGet();
                return;
            } catch (UnknownPolicyException away) {
                // Its plug-in has just been taken away: another time.
            }
        }
    }

    private void moveWorkers(Random random) {
        List<Worker> some = new ArrayList<>(runtime.workers());
        some.removeIf(worker -> random.nextBoolean());
        context.removeWorkers(some);
        context.addWorkers(some);
    }

    private void openAndCloseAContext(Random random) throws InterruptedException {
        WorkerSelection one = WorkerSelection.of(List.of(anyWorker(random)));
        ContextDescription description = ContextDescription.named("beside").withHeir(SchedulingContext.DEFAULT);
        SchedulingContext beside;
        try {
            beside = runtime.createContext(
                    random.nextBoolean() ? description.withWorkers(one) : description.sharingWorkers(one));
        } catch (IllegalArgumentException | UnknownPolicyException away) {
            return; // the worker or the policy has just left
        }
        Codelet nothing = Codelet.named("nothing").access().cpu(kernel -> {}).build();
        for (int task = random.nextInt(20); task > 0; task--) {
            beside.task(nothing).submit();
        }
        while (!beside.waitAll(GLANCE)) { // its workers have been taken away
            try {
                beside.addWorkers(context.workers());
            } catch (IllegalArgumentException away) {
                // Some of them have just left again.
            }
        }
        beside.close();
    }

    private Worker anyWorker(Random random) {
        List<Worker> workers = runtime.workers();
        return workers.get(random.nextInt(workers.size()));
    }

    private void takeAway(PolicyPlugin plugin) {
        laboratory.plugins.remove(plugin);
        laboratory.plugins.add(plugin);
    }

    private void await(List<Thread> some) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        for (Thread thread : some) {
            if (!thread.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())))) {
                throw hanging("'" + thread.getName() + "' has not ended");
            }
        }
        if (!failures.isEmpty()) {
            over = true;
            throw failed("a thread of the storm threw", failures.peek());
        }
    }

    /** Says what everybody is at who has not ended. */
    private AssertionError hanging(String what) {
        over = true;
        String all = Thread.getAllStackTraces().entrySet().stream()
                .filter(each -> each.getKey().isAlive() && each.getValue().length > 0)
                .map(SwapStorm::text)
                .collect(Collectors.joining("\n"));
        return failed(
                what + " after " + patience + ", at swap " + done.get() + " of " + swaps + ", context "
                        + context.state() + " with " + context.policy().orElse("no policy") + " and workers "
                        + context.workers() + ", trouble: " + context.trouble().orElse("none") + "\n" + all,
                null);
    }

    private static String text(Map.Entry<Thread, StackTraceElement[]> thread) {
        return thread.getKey().getName() + " " + thread.getKey().getState()
                + Arrays.stream(thread.getValue())
                        .limit(12)
                        .map(frame -> "\n    " + frame)
                        .collect(Collectors.joining());
    }

    private AssertionError failed(String what, Throwable cause) {
        return new AssertionError(what + " (seed " + seed + ")", cause);
    }
}
