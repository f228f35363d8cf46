package org.asterism.core.internal.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.TasksFailedException;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random graphs of tags: tasks that carry some and wait for others, joins, failures, several rounds, submitted in any
 * order. The model: what waits for a tag runs after it is done, and fails if, and only if, what ends the tag fails;
 * each tag of these graphs is ended by one task or join, so that the model knows by which.
 *
 * <p>{@code -Dasterism.seed=N} repeats one graph, {@code -Dasterism.graphs=N} tries more.
 */
@Timeout(120)
class RandomTagsTest {
    /** What ends a tag: a task or a join, which waits for tags that were made before. */
    private record Step(long tag, long[] after, boolean isJoin, boolean breaks) {}

    private final Set<Long> done = ConcurrentHashMap.newKeySet();

    private final Kernel run = kernel -> {
        Step step = kernel.argument(Step.class);
        for (long tag : step.after()) {
            assertTrue(kernel.runtime().tags().isDone(tag), kernel.task() + " began before tag " + tag + " was done");
        }
        if (step.breaks()) {
            throw new IllegalStateException("for the test");
        }
        done.add(step.tag());
    };
    private final Codelet codelet = Codelet.named("step").access().cpu(run).build();

    @Test
    void shouldRunEachTaskAfterItsTagsWhateverTheOrderOfSubmission() throws InterruptedException {
        Long given = Long.getLong("asterism.seed");
        int graphs = given != null ? 1 : Integer.getInteger("asterism.graphs", 40);
        long first = given != null ? given : System.nanoTime();
        for (long seed = first; seed < first + graphs; seed++) {
            try {
                checkGraph(new Random(seed));
            } catch (AssertionError | RuntimeException wrong) {
                throw new AssertionError("repeat with -Dasterism.seed=" + seed, wrong);
            }
        }
        System.out.println("random tags: seeds " + first + " to " + (first + graphs - 1));
    }

    private void checkGraph(Random random) throws InterruptedException {
        try (Laboratory laboratory = Laboratory.withWorkers(1 + random.nextInt(3));
                TaskRuntime runtime = laboratory.runtime()) {
            List<Step> steps = steps(random, 20 + random.nextInt(300));
            int rounds = 1 + random.nextInt(3);
            for (int round = 0; round < rounds; round++) {
                checkRound(runtime, steps, random);
                if (random.nextBoolean()) {
                    steps.forEach(step -> runtime.tags().restart(step.tag()));
                } else {
                    runtime.tags().clear();
                }
                done.clear();
            }
        }
    }

    private static List<Step> steps(Random random, int number) {
        List<Step> steps = new ArrayList<>();
        double breaking = random.nextBoolean() ? 0 : 0.03;
        for (int index = 0; index < number; index++) {
            int most = index;
            long[] after = random.longs(random.nextInt(4), 0, Math.max(1, index))
                    .filter(earlier -> earlier < most)
                    .map(earlier -> steps.get((int) earlier).tag())
                    .toArray();
            boolean isJoin = after.length > 0 && random.nextInt(4) == 0;
            steps.add(new Step(index * 31L - 1000, after, isJoin, !isJoin && random.nextDouble() < breaking));
        }
        return steps;
    }

    private void checkRound(TaskRuntime runtime, List<Step> steps, Random random) throws InterruptedException {
        Task[] tasks = new Task[steps.size()];
        List<Integer> order = new ArrayList<>();
        for (int index = 0; index < tasks.length; index++) {
            order.add(random.nextInt(order.size() + 1), index);
        }
        for (int index : order) {
            Step step = steps.get(index);
            if (step.isJoin()) {
                runtime.tags().join(step.tag(), step.after());
            } else {
                tasks[index] = runtime.task(codelet).argument(step);
                if (random.nextBoolean()) {
                    tasks[index].tag(step.tag()).afterTags(step.after());
                } else {
                    tasks[index].afterTags(step.after()).tag(step.tag());
                }
                tasks[index].submit();
            }
        }
        long broken = steps.stream().filter(Step::breaks).count();
        try {
            runtime.waitAll();
            assertEquals(0, broken, "failures that were not reported");
        } catch (TasksFailedException failed) {
            assertTrue(broken > 0, failed::getMessage);
        }
        Set<Long> failing = new HashSet<>();
        for (int index = 0; index < tasks.length; index++) {
            Step step = steps.get(index);
            boolean fails = step.breaks();
            for (long tag : step.after()) {
                fails |= failing.contains(tag);
            }
            if (fails) {
                failing.add(step.tag());
            }
            assertTrue(runtime.tags().isDone(step.tag()), () -> "tag " + step.tag());
            if (!step.isJoin()) {
                assertEquals(fails ? TaskState.FAILED : TaskState.DONE, tasks[index].state(), step.toString());
                assertEquals(!fails, done.contains(step.tag()), step.toString());
            }
        }
    }
}
