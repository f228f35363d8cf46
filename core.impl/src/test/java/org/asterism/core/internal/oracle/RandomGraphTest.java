package org.asterism.core.internal.oracle;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.asterism.api.FailureMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random graphs of all that tasks and data can do. Whatever order the tasks run in, wherever, and whatever is called off or fails
 * meanwhile, the data must be as if the tasks that ended well had run one after the other.
 *
 * <p>{@code -Dasterism.seed=N} repeats one graph, {@code -Dasterism.graphs=N} tries more, {@code -Dasterism.without=A,B} leaves
 * {@link Traits.Trait traits} out.
 */
@Timeout(600)
class RandomGraphTest {
    private static final int SECONDS_PER_GRAPH = Integer.getInteger("asterism.patience", 30);
    private static final int STEPS = Integer.getInteger("asterism.steps", 300);

    @FunctionalInterface
    private interface Course {
        void run(Trial trial) throws InterruptedException;
    }

    @Test
    void shouldComputeTheSequentialResultWhateverHappens() throws InterruptedException {
        tryGraphs(trial -> {
            trial.submit();
            trial.await();
            trial.check();
        });
    }

    @Test
    void shouldEndAllTasksWhenTheRuntimeIsClosedInTheMiddle() throws InterruptedException {
        tryGraphs(trial -> {
            trial.submit();
            trial.closeInTheMiddle();
        });
    }

    @Test
    void shouldEndAllTasksWhenOneFailureCallsOffTheRest() throws InterruptedException {
        tryGraphs(trial -> {
            trial.context().onFailure(FailureMode.FAIL_FAST);
            trial.submit();
            trial.await();
        });
    }

    private static void tryGraphs(Course course) throws InterruptedException {
        Long given = Long.getLong("asterism.seed");
        int graphs = given != null ? 1 : Integer.getInteger("asterism.graphs", 60);
        long first = given != null ? given : System.nanoTime();
        int wrong = 0;
        for (long seed = first; seed < first + graphs; seed++) {
            try {
                tryGraph(seed, course);
            } catch (AssertionError failure) {
                wrong++;
                System.out.println("WRONG " + failure.getMessage() + ": " + failure.getCause());
                if (!Boolean.getBoolean("asterism.goOn")) {
                    throw failure;
                }
            }
        }
        System.out.println("random graphs: seeds " + first + " to " + (first + graphs - 1) + ", wrong: " + wrong);
        if (wrong > 0) {
            fail(wrong + " graphs went wrong");
        }
    }

    private static void tryGraph(long seed, Course course) throws InterruptedException {
        Traits traits = Traits.any(new Random(seed));
        FutureTask<Void> whole = new FutureTask<>(() -> {
            Random random = new Random(seed);
            Graph graph = new Graph(random, traits, STEPS);
            Trial trial = new Trial(graph, traits, random);
            course.run(trial);
            trial.close();
            return null;
        });
        Thread thread = Thread.ofPlatform().daemon().name("graph " + seed).start(whole);
        try {
            whole.get(SECONDS_PER_GRAPH, TimeUnit.SECONDS);
        } catch (ExecutionException wrong) {
            throw new AssertionError("repeat with -Dasterism.seed=" + seed + " of " + traits, wrong.getCause());
        } catch (TimeoutException hangs) {
            Throwable where = new Throwable("where it hangs");
            where.setStackTrace(thread.getStackTrace());
            throw new AssertionError("hangs: repeat with -Dasterism.seed=" + seed + " of " + traits, where);
        }
    }
}
