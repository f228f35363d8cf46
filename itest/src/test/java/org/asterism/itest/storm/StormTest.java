package org.asterism.itest.storm;

import java.nio.file.Path;
import java.util.Random;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.asterism.core.internal.oracle.Graph;
import org.asterism.core.internal.oracle.Seeds;
import org.asterism.core.internal.oracle.Traits;
import org.asterism.core.internal.oracle.Traits.Trait;
import org.asterism.core.internal.oracle.Trial;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random graphs on vectors with several plans, under all policies that we ship, while contexts, workers, drivers and
 * policies change. The data must be as if the tasks that ended well had run one after the other; every task ends once,
 * and none is cancelled but by the program or because another failed.
 *
 * <p>{@link Seeds} says how to repeat one seed and how to try more. {@code -Dasterism.policies=A,B} uses only these
 * policies, and {@code -Dasterism.without=A,B} leaves {@link Trait traits} out.
 */
@Timeout(7200)
class StormTest {
    private static final int STEPS = Integer.getInteger("asterism.steps", 150);

    private static final Logger LOG = Logger.getLogger("org.asterism");

    @BeforeAll
    static void keepQuietAboutContextsWithoutWorkers() {
        LOG.setLevel(Level.SEVERE);
    }

    @AfterAll
    static void logAgain() {
        LOG.setLevel(null);
    }

    @TempDir
    Path models;

    @Test
    void shouldComputeTheSequentialResultInVirtualTime() throws InterruptedException {
        tryAll("storms in virtual time", 150, false);
    }

    @Test
    void shouldComputeTheSequentialResultWithThreads() throws InterruptedException {
        tryAll("storms with threads", 60, true);
    }

    private void tryAll(String name, int usual, boolean threaded) throws InterruptedException {
        Seeds.tryAll(name, usual, seed -> traits(seed, threaded).toString(), seed -> {
            Random random = new Random(seed);
            Traits traits = traits(seed, threaded);
            Storm storm = new Storm(new Random(random.nextLong()), traits, models);
            Trial trial = new Trial(new Graph(random, traits, STEPS), traits, random, storm);
            storm.begin(trial.runtime());
            try {
                trial.submit();
                storm.calmDown();
                trial.await();
                storm.check();
                trial.check();
            } catch (AssertionError | RuntimeException wrong) {
                throw new AssertionError(wrong.getMessage() + "\n  " + storm, wrong);
            } finally {
                storm.end();
            }
            trial.close();
        });
    }

    /** With threads, a worker may have left its context by the time a task is given to it. */
    private static Traits traits(long seed, boolean threaded) {
        Traits any = Traits.any(new Random(seed)).with(Trait.PLANS);
        if (!threaded) {
            return any.with(Trait.VIRTUAL_TIME);
        }
        Traits real = any.without(Trait.VIRTUAL_TIME);
        return real.has(Trait.MOVING_WORKERS) || real.has(Trait.PASSING_CONTEXTS) ? real.without(Trait.PLACES) : real;
    }
}
