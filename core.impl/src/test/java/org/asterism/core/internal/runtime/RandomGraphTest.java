package org.asterism.core.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.asterism.api.AccessMode;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.KernelContext;
import org.asterism.api.Runtime;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.ElementType;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.NodesDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random graphs: tasks with random data, access modes, priorities, explicit dependencies and callbacks, while the policy is
 * swapped at random moments. Whatever order the tasks run in, the data must be as if they had run one after the other.
 *
 * <p>{@code -Dasterism.seed=N} repeats one graph, {@code -Dasterism.graphs=N} tries more.
 */
@Timeout(120)
class RandomGraphTest {
    /**
     * What a task does: new values of the data it writes, made of its number and of the data it reads. To those that it commutes
     * on it adds something, so that the order does not matter.
     */
    private record Step(int number, int[] data, AccessMode[] modes, int priority, int[] after, boolean calledBack) {
        long mix(long read) {
            long mixed = (read ^ number) * 0x9E3779B97F4A7C15L;
            return mixed ^ (mixed >>> 29);
        }

        boolean commutes(int index) {
            return modes[index] == AccessMode.COMMUTE;
        }

        boolean looksAt(int index) {
            return modes[index].reads() && !commutes(index);
        }
    }

    private static final Kernel APPLY = RandomGraphTest::apply;

    private static final Codelet STEP = Codelet.named("step").cpu(APPLY).build();

    private static void apply(KernelContext kernel) {
        Step step = kernel.argument(Step.class);
        long read = 0;
        for (int index = 0; index < step.data().length; index++) {
            if (step.looksAt(index)) {
                read = step.mix(read + kernel.variable(index).getLong());
            }
        }
        for (int index = 0; index < step.data().length; index++) {
            if (step.modes()[index].writes()) {
                long base = step.commutes(index) ? kernel.variable(index).getLong() : 0;
                kernel.variable(index).setLong(base + step.mix(read + index));
            }
        }
    }

    @Test
    void shouldComputeTheSequentialResultWhateverHappens() throws InterruptedException {
        Long given = Long.getLong("asterism.seed");
        int graphs = given != null ? 1 : Integer.getInteger("asterism.graphs", 40);
        long first = given != null ? given : System.nanoTime();
        for (int graph = 0; graph < graphs; graph++) {
            long seed = first + graph;
            try {
                checkGraph(seed);
            } catch (AssertionError | RuntimeException wrong) {
                throw new AssertionError("repeat with -Dasterism.seed=" + seed, wrong);
            }
        }
        System.out.println("random graphs: seeds " + first + " to " + (first + graphs - 1));
    }

    private static void checkGraph(long seed) throws InterruptedException {
        Random random = new Random(seed);
        int dataCount = 1 + random.nextInt(12);
        List<Step> steps = steps(random, 200 + random.nextInt(1500), dataCount);
        long[] expected = new long[dataCount];
        for (Step step : steps) {
            applySequentially(step, expected);
        }
        try (Laboratory laboratory = laboratory(random);
                Arena arena = Arena.ofShared()) {
            Runtime runtime = laboratory.factory.create(
                    RuntimeConfiguration.defaults().withPolicy(random.nextBoolean() ? "eager" : "prio"));
            MemorySegment memory = arena.allocate(ValueLayout.JAVA_LONG, dataCount);
            List<DataHandle> handles = new ArrayList<>();
            for (int index = 0; index < dataCount; index++) {
                handles.add(runtime.data().variable(memory.asSlice(8L * index, 8), ElementType.LONG));
            }
            AtomicLong calledBack = new AtomicLong();
            long callbacks = submitAll(runtime, steps, handles, random, calledBack);
            runtime.waitAll();
            handles.forEach(DataHandle::close);
            assertArrayEquals(expected, memory.toArray(ValueLayout.JAVA_LONG), "the data");
            assertEquals(steps.size(), runtime.tasks(0).done(), "tasks done");
            assertEquals(callbacks, calledBack.get(), "callbacks");
            runtime.close();
        }
    }

    /** Workers in main memory or, as often, on several memory nodes with little room. */
    private static Laboratory laboratory(Random random) {
        int workers = 1 + random.nextInt(4);
        if (random.nextBoolean()) {
            return Laboratory.withWorkers(workers);
        }
        long[] capacities = {256, 320, 1024, Long.MAX_VALUE};
        Laboratory laboratory = new Laboratory();
        laboratory.addDriver(
                "nodes",
                new NodesDriver(
                        workers,
                        1 + random.nextInt(3),
                        capacities[random.nextInt(capacities.length)],
                        random.nextInt(20),
                        random.nextBoolean()));
        return laboratory;
    }

    private static long submitAll(
            Runtime runtime, List<Step> steps, List<DataHandle> handles, Random random, AtomicLong calledBack) {
        List<Task> tasks = new ArrayList<>();
        long callbacks = 0;
        for (Step step : steps) {
            Task task = runtime.task(STEP).argument(step).priority(step.priority());
            for (int index = 0; index < step.data().length; index++) {
                task.access(handles.get(step.data()[index]), step.modes()[index]);
            }
            for (int earlier : step.after()) {
                task.after(tasks.get(earlier));
            }
            if (step.calledBack()) {
                callbacks++;
                task.onCompletion(ended -> calledBack.incrementAndGet());
            }
            tasks.add(task.submit());
            if (random.nextInt(100) == 0) {
                runtime.defaultContext().usePolicy(random.nextBoolean() ? "eager" : "prio");
            }
        }
        return callbacks;
    }

    private static List<Step> steps(Random random, int number, int dataCount) {
        List<Step> steps = new ArrayList<>();
        AccessMode[] all = {AccessMode.R, AccessMode.W, AccessMode.RW, AccessMode.COMMUTE, AccessMode.SCRATCH};
        for (int step = 0; step < number; step++) {
            int count = random.nextInt(Math.min(4, dataCount) + 1);
            int[] data = random.ints(0, dataCount).distinct().limit(count).toArray();
            AccessMode[] modes = new AccessMode[count];
            for (int index = 0; index < count; index++) {
                modes[index] = all[random.nextInt(all.length)];
            }
            int[] after = step == 0 || random.nextInt(4) > 0
                    ? new int[0]
                    : random.ints(1 + random.nextInt(3), 0, step).toArray();
            steps.add(new Step(step, data, modes, random.nextInt(11) - 5, after, random.nextInt(10) == 0));
        }
        return steps;
    }

    private static void applySequentially(Step step, long[] values) {
        long read = 0;
        for (int index = 0; index < step.data().length; index++) {
            if (step.looksAt(index)) {
                read = step.mix(read + values[step.data()[index]]);
            }
        }
        for (int index = 0; index < step.data().length; index++) {
            if (step.modes()[index].writes()) {
                long base = step.commutes(index) ? values[step.data()[index]] : 0;
                values[step.data()[index]] = base + step.mix(read + index);
            }
        }
    }
}
