package org.asterism.core.internal.oracle;

import java.util.Random;
import org.asterism.api.FailureMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random graphs of all that tasks and data can do. Whatever order the tasks run in, wherever, and whatever is called
 * off or fails meanwhile, the data must be as if the tasks that ended well had run one after the other.
 *
 * <p>See {@link Seeds} for how to repeat one graph or to try more; {@code -Dasterism.without=A,B} leaves
 * {@link Traits.Trait traits} out.
 */
@Timeout(600)
class RandomGraphTest {
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
        Seeds.tryAll("random graphs", 60, seed -> traits(seed).toString(), seed -> {
            Traits traits = traits(seed);
            Random random = new Random(seed);
            Graph graph = new Graph(random, traits, STEPS);
            Trial trial = new Trial(graph, traits, random, Surroundings.CALM);
            course.run(trial);
            trial.close();
        });
    }

    private static Traits traits(long seed) {
        return Traits.any(new Random(seed));
    }
}
